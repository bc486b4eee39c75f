<?php

// Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each iteration.

declare(strict_types=1);

final class Job extends Adapter
{
    private string $output;
    private int $logs;
    private string $record;
    /** @var list<int> */
    private array $turns = [];
    /** @var list<list<string>> */
    private array $folders = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->ownText('output');
        $this->logs = $pairs->integer('logs', 1);
        $this->record = letters($pairs->integer('record_bytes', 1) - 1) . "\n";
        $isSkewed = $pairs->choice('turns', 'round_robin', 'skewed') === 'skewed';
        $records = $pairs->ownInteger('records', 0);
        $this->turns = [];
        for ($index = 0; $index < $records; $index++) {
            $this->turns[] = $isSkewed ? $this->skewed($index) : $index % $this->logs;
        }
    }

    public function arrange(int $iterations): void
    {
        $this->folders = [];
        foreach (outputs($this->output, $iterations) as $folder) {
            $this->folders[] = numbered("$folder/", $this->logs);
        }
    }

    public function iterate(int $iterations): int
    {
        [$turns, $record] = [$this->turns, $this->record];
        $written = 0;
        foreach ($this->folders as $paths) {
            $written += append_many($paths, $turns, $record);
        }
        return $written;
    }

    private function skewed(int $index): int
    {
        $drawn = ($index * 1_103_515_245 + 12_345) % (1 << 31);
        $squared = $drawn * $drawn >> 31;
        return ($squared * $drawn >> 31) * $this->logs >> 31;
    }
}

<?php

// Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each iteration.

declare(strict_types=1);

final class Job extends Adapter
{
    private const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

    private string $output;
    private string $leadOutput;
    private int $logs;
    private string $record;
    /** @var list<int> */
    private array $turns = [];
    /** @var list<int> */
    private array $leadTurns = [];
    /** @var list<list<string>> */
    private array $paths = [];
    /** @var list<list<string>> */
    private array $leadPaths = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->text('output');
        $this->leadOutput = $pairs->text('lead_output');
        $this->logs = $pairs->integer('logs', 1);
        $bytes = $pairs->integer('record_bytes', 1);
        $this->record = substr(str_repeat(self::LETTERS, intdiv($bytes, 26) + 1), 0, $bytes - 1) . "\n";
        $isSkewed = $pairs->choice('turns', 'round_robin', 'skewed') === 'skewed';
        $this->turns = $this->turns($pairs->integer('records', 0), $isSkewed);
        $this->leadTurns = $this->turns($pairs->integer('lead_records', 0), $isSkewed);
    }

    public function arrange(int $iterations, int $leadIn): void
    {
        $this->paths = $this->numbered($this->output, $iterations);
        $this->leadPaths = $this->numbered($this->leadOutput, $leadIn);
    }

    public function leadIn(int $iterations): void
    {
        $this->write($this->leadPaths, $this->leadTurns);
    }

    public function iterate(int $iterations): int
    {
        return $this->write($this->paths, $this->turns);
    }

    public function check(Pairs $pairs): array
    {
        $this->arrange(1, 0);
        return ['work' => $this->iterate(1)];
    }

    /**
     * @param list<list<string>> $folders
     * @param list<int> $turns
     */
    private function write(array $folders, array $turns): int
    {
        $record = $this->record;
        $written = 0;
        foreach ($folders as $paths) {
            $written += append_many($paths, $turns, $record);
        }
        return $written;
    }

    /** @return list<int> */
    private function turns(int $records, bool $isSkewed): array
    {
        $turns = [];
        for ($index = 0; $index < $records; $index++) {
            $turns[] = $isSkewed ? $this->skewed($index) : $index % $this->logs;
        }
        return $turns;
    }

    private function skewed(int $index): int
    {
        $drawn = ($index * 1_103_515_245 + 12_345) % (1 << 31);
        $squared = $drawn * $drawn >> 31;
        return ($squared * $drawn >> 31) * $this->logs >> 31;
    }

    /** @return list<list<string>> */
    private function numbered(string $prefix, int $count): array
    {
        $folders = [];
        for ($index = 0; $index < $count; $index++) {
            $paths = [];
            for ($log = 0; $log < $this->logs; $log++) {
                $paths[] = "$prefix.$index/$log";
            }
            $folders[] = $paths;
        }
        return $folders;
    }
}

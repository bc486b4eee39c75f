<?php

// Adapter for `append`: write records to a fresh file, from opening it to closing it.

declare(strict_types=1);

final class Job extends Adapter
{
    private const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

    private string $output;
    private string $leadOutput;
    private int $records;
    private int $leadRecords;
    private string $record;
    /** @var list<string> */
    private array $paths = [];
    /** @var list<string> */
    private array $leadPaths = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->text('output');
        $this->leadOutput = $pairs->text('lead_output');
        $this->records = $pairs->integer('records', 0);
        $this->leadRecords = $pairs->integer('lead_records', 0);
        $bytes = $pairs->integer('record_bytes', 1);
        $ending = $pairs->choice('ending', 'newline', 'none');
        $record = substr(str_repeat(self::LETTERS, intdiv($bytes, 26) + 1), 0, $bytes);
        $this->record = $ending === 'newline' ? substr($record, 0, -1) . "\n" : $record;
    }

    public function arrange(int $iterations, int $leadIn): void
    {
        $this->paths = $this->numbered($this->output, $iterations);
        $this->leadPaths = $this->numbered($this->leadOutput, $leadIn);
    }

    public function leadIn(int $iterations): void
    {
        $this->write($this->leadPaths, $this->leadRecords);
    }

    public function iterate(int $iterations): int
    {
        return $this->write($this->paths, $this->records);
    }

    public function check(Pairs $pairs): array
    {
        $this->arrange(1, 0);
        return ['work' => $this->iterate(1)];
    }

    /** @param list<string> $paths */
    private function write(array $paths, int $records): int
    {
        $record = $this->record;
        $written = 0;
        foreach ($paths as $path) {
            $written += append($path, $record, $records);
        }
        return $written;
    }

    /** @return list<string> */
    private function numbered(string $prefix, int $count): array
    {
        $paths = [];
        for ($index = 0; $index < $count; $index++) {
            $paths[] = "$prefix.$index";
        }
        return $paths;
    }
}

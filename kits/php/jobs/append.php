<?php

// Adapter for `append`: write records to a fresh file, from opening it to closing it.

declare(strict_types=1);

final class Job extends Adapter
{
    private const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

    /** An array hands out records at the least cost, and takes 16 bytes for each: so many are 1 MiB. */
    private const MOST_IN_ARRAY = 65_536;

    /**
     * A record with a tag is `#`, then the tag again and again, so that every part of it tells whose it is. The tag is
     * WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
     */
    private const TAG_BYTES = 16;

    private string $output;
    private string $leadOutput;
    private int $records;
    private int $leadRecords;
    private string $record;
    /** @var list<string> the same record many times: what is handed out, or what it is handed out from */
    private array $shared = [];
    /** @var list<string> */
    private array $leadShared = [];
    /** Who writes records with a tag; null: records have none. */
    private ?int $writer = null;
    /** A record's bytes without its first and its newline, and that newline. */
    private int $bodyBytes;
    private string $end;
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
        $this->end = $ending === 'newline' ? "\n" : '';
        $this->bodyBytes = $bytes - 1 - strlen($this->end);
        $this->writer = $pairs->has('writer') ? $pairs->integer('writer', 0) : null;
        if ($this->writer !== null && ($this->writer > 99 || $this->bodyBytes < self::TAG_BYTES)) {
            throw new BadRequest("no tag of writer $this->writer fits into record_bytes=$bytes");
        }
        $this->shared = array_fill(0, min($this->records, self::MOST_IN_ARRAY), $this->record);
        $this->leadShared = array_fill(0, min($this->leadRecords, self::MOST_IN_ARRAY), $this->record);
    }

    public function arrange(int $iterations, int $leadIn): void
    {
        $this->paths = $this->numbered($this->output, $iterations);
        $this->leadPaths = $this->numbered($this->leadOutput, $leadIn);
    }

    public function leadIn(int $iterations): void
    {
        $this->write($this->leadPaths, $this->leadShared, $this->leadRecords);
    }

    public function iterate(int $iterations): int
    {
        return $this->write($this->paths, $this->shared, $this->records);
    }

    /** Call the method again and again, each time with as many records as one call writes. */
    public function fill(Window $window): int
    {
        if ($this->writer === null) {
            throw new BadRequest('end_ns needs prepare with writer');
        }
        $written = $sequence = 0;
        for ($number = 0; ($dueNs = $window->next($number)) !== null; $number++) {
            $written += append($this->paths[0], $this->tagged($window, $dueNs, $sequence));
            if (count($window->moments) % 2 !== 0) { // the method did not ask for more
                $window->moments[] = hrtime(true);
            }
        }
        return $written;
    }

    /**
     * The records of one call, and the moments at which each was handed out (or due) and done.
     *
     * @return Generator<int, string>
     */
    private function tagged(Window $window, int $dueNs, int &$sequence): Generator
    {
        $prefix = sprintf('%02d.', $this->writer);
        $times = intdiv($this->bodyBytes, self::TAG_BYTES) + 1;
        for ($left = $this->records; $left > 0; $left--) {
            $tag = $prefix . substr((string) (1_000_000_000_000 + $sequence), 1) . ' ';
            $record = '#' . substr(str_repeat($tag, $times), 0, $this->bodyBytes) . $this->end;
            $now = hrtime(true);
            if ($now >= $window->endNs) {
                return;
            }
            $sequence++;
            $window->moments[] = $window->everyNs > 0 ? $dueNs : $now;
            yield $record;
            $window->moments[] = hrtime(true);
        }
    }

    public function check(Pairs $pairs): array
    {
        $this->arrange(1, 0);
        return ['work' => $this->iterate(1)];
    }

    /**
     * @param list<string> $paths
     * @param list<string> $shared
     */
    private function write(array $paths, array $shared, int $records): int
    {
        $written = 0;
        foreach ($paths as $path) {
            $written += append($path, count($shared) === $records ? $shared : $this->repeated($shared, $records));
        }
        return $written;
    }

    /**
     * More records than one array shall hold, in turns.
     *
     * @param list<string> $shared
     * @return Generator<int, string>
     */
    private function repeated(array $shared, int $records): Generator
    {
        for (; $records >= count($shared); $records -= count($shared)) {
            yield from $shared;
        }
        yield from array_slice($shared, 0, $records);
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

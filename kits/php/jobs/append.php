<?php

// Adapter for `append`: write records to a fresh file, from opening it to closing it.

declare(strict_types=1);

require 'jobs/tagged.php';

final class Job extends Adapter
{
    /** An array hands out records at the least cost, and takes 16 bytes for each: so many are 1 MiB. */
    private const MOST_IN_ARRAY = 65_536;

    private string $output;
    private int $records;
    /** @var list<string> the same record many times, to be handed out, once or again and again */
    private array $shared = [];
    private ?Tags $tags = null;
    /** @var list<string> */
    private array $paths = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->ownText('output');
        $this->records = $pairs->ownInteger('records', 0);
        $bytes = $pairs->integer('record_bytes', 1);
        $end = $pairs->choice('ending', 'newline', 'none') === 'newline' ? "\n" : '';
        $record = letters($bytes - strlen($end)) . $end;
        $this->shared = array_fill(0, min($this->records, self::MOST_IN_ARRAY), $record);
        $this->tags = $pairs->has('writer') ? new Tags($pairs->integer('writer', 0), $bytes, $end) : null;
    }

    public function arrange(int $iterations): void
    {
        $this->paths = outputs($this->output, $iterations);
    }

    public function iterate(int $iterations): int
    {
        [$shared, $records] = [$this->shared, $this->records];
        $written = 0;
        foreach ($this->paths as $path) {
            $written += append($path, count($shared) === $records ? $shared : $this->repeated($shared, $records));
        }
        return $written;
    }

    /** Call the method again and again, each time with as many records as one call writes. */
    public function fill(Window $window): int
    {
        if ($this->tags === null) {
            throw new BadRequest('end_ns needs prepare with writer');
        }
        $this->tags->sequence = $written = 0;
        for ($number = 0; ($dueNs = $window->next($number)) !== null; $number++) {
            $written += append($this->paths[0], $this->tags->records($window, $dueNs, $this->records));
            if (count($window->moments) % 2 !== 0) { // the method did not ask for more
                $window->moments[] = hrtime(true);
            }
        }
        return $written;
    }

    /**
     * Hand out more records than one array should hold, by going over it again and again.
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
}

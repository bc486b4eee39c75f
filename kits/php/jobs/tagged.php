<?php

// Records that tell whose they are: several writers append them to one file within a window.
//
// A record is `#`, then its tag again and again, so that every part of it tells whose it is. The tag is WW.SSSSSSSSSSSS
// and a space: the writer and the record's number, from 0.

declare(strict_types=1);

/** Records that are handed out again and again. */
final class Repeated
{
    /** An array hands out records at the least cost, and takes 16 bytes for each: so many are 1 MiB. */
    private const MOST_IN_ARRAY = 65_536;

    /** @var list<string> all of them, or as many as are gone over again and again */
    private array $shared;

    /**
     * Take those that differ, and how many are to be handed out.
     *
     * @param list<string> $different
     */
    public function __construct(array $different, private int $count)
    {
        $whole = intdiv(self::MOST_IN_ARRAY, max(1, count($different))) * count($different);
        $most = $count > self::MOST_IN_ARRAY ? $whole : $count;
        $this->shared = array_slice($different, 0, $most);
        while (count($this->shared) < $most) {
            array_push($this->shared, ...array_slice($this->shared, 0, $most - count($this->shared)));
        }
    }

    /** @return iterable<int, string> */
    public function records(): iterable
    {
        return count($this->shared) === $this->count ? $this->shared : $this->overAndOver();
    }

    /**
     * Hand out more records than one array should hold.
     *
     * @return Generator<int, string>
     */
    private function overAndOver(): Generator
    {
        [$shared, $left] = [$this->shared, $this->count];
        for (; $left >= count($shared); $left -= count($shared)) {
            yield from $shared;
        }
        yield from array_slice($shared, 0, $left);
    }
}

/** The tagged records of one writer. */
final class Tags
{
    private const TAG_BYTES = 16;

    private int $sequence = 0;
    /** A record's bytes without its first and its newline. */
    private int $bodyBytes;

    /** Refuse records that have no room for a tag. */
    public function __construct(private int $writer, int $recordBytes, private string $end)
    {
        $this->bodyBytes = $recordBytes - 1 - strlen($end);
        if ($writer > 99 || $this->bodyBytes < self::TAG_BYTES) {
            throw new BadRequest("no tag of writer $writer fits into record_bytes=$recordBytes");
        }
    }

    /**
     * Call the method again and again, each time with as many records as one call writes; how many it wrote.
     *
     * @param callable(string, iterable<string>): int $method
     */
    public function fill(Window $window, callable $method, string $path, int $count): int
    {
        $this->sequence = $written = 0;
        for ($number = 0; ($dueNs = $window->next($number)) !== null; $number++) {
            $written += $method($path, $this->records($window, $dueNs, $count));
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
    private function records(Window $window, int $dueNs, int $count): Generator
    {
        $prefix = sprintf('%02d.', $this->writer);
        $times = intdiv($this->bodyBytes, self::TAG_BYTES) + 1;
        for ($left = $count; $left > 0; $left--) {
            $tag = $prefix . substr((string) (1_000_000_000_000 + $this->sequence), 1) . ' ';
            $record = '#' . substr(str_repeat($tag, $times), 0, $this->bodyBytes) . $this->end;
            $now = hrtime(true);
            if ($now >= $window->endNs) {
                return;
            }
            $this->sequence++;
            $window->moments[] = $window->everyNs > 0 ? $dueNs : $now;
            yield $record;
            $window->moments[] = hrtime(true);
        }
    }
}

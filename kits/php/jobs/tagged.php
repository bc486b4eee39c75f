<?php

// Records that tell whose they are: several writers append them to one file within a window.
//
// A record is `#`, then its tag again and again, so that every part of it tells whose it is. The tag is WW.SSSSSSSSSSSS
// and a space: the writer and the record's number, from 0.

declare(strict_types=1);

/** The tagged records of one writer. */
final class Tags
{
    private const TAG_BYTES = 16;

    public int $sequence = 0;
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
     * The records of one call, and the moments at which each was handed out (or due) and done.
     *
     * @return Generator<int, string>
     */
    public function records(Window $window, int $dueNs, int $count): Generator
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

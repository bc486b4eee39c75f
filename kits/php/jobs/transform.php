<?php

// Adapter for `transform`: send a whole file to stdout, its letters turned by ROT13.

declare(strict_types=1);

require 'jobs/to_sink.php';

final class Job extends ToSink
{
    protected function send(string $path, int $iterations): int
    {
        $isBuffered = ob_get_level() > 0;
        $bytes = 0;
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            $bytes += transform($path);
            if ($isBuffered) {
                ob_flush();
            }
        }
        return $bytes;
    }
}

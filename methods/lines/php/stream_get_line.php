<?php

// stream_get_line() of each line, whose newline it takes off.
// Use it when no line is longer than the number given: a longer one comes in pieces, and nothing says so.
// called: stream_get_line()
// parameters: most_bytes 1024..1073741824
// decodes: no
// splits: at LF
// ending: dropped
// long: cut
// memory: a line

declare(strict_types=1);

const MOST_BYTES = 65536;

function read_lines(string $path): array
{
    $file = fopen($path, 'r');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $lines = $length = $sum = 0;
    while (($line = stream_get_line($file, MOST_BYTES, "\n")) !== false) {
        $lines++;
        $length += strlen($line);
        if ($line !== '') {
            $sum += ord($line[0]) + ord($line[-1]);
        }
    }
    fclose($file);
    return ['lines' => $lines, 'length' => $length, 'sum' => $sum];
}

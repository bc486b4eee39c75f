<?php

// A generator that yields what fgets() gives.
// Use it when reading and what is done with the lines should lie apart: only one line is in memory.
// called: a generator over fgets()
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

declare(strict_types=1);

function lines_of(string $path): Generator
{
    $file = fopen($path, 'r');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    try {
        while (($line = fgets($file)) !== false) {
            yield rtrim($line, "\n");
        }
    } finally {
        fclose($file);
    }
}

function read_lines(string $path): array
{
    $lines = $length = $sum = 0;
    foreach (lines_of($path) as $line) {
        $lines++;
        $length += strlen($line);
        if ($line !== '') {
            $sum += ord($line[0]) + ord($line[-1]);
        }
    }
    return ['lines' => $lines, 'length' => $length, 'sum' => $sum];
}

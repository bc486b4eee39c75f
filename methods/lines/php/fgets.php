<?php

// fgets() of each line.
// Use it by default: memory stays small for any file, and lines may be of any length.
// called: fgets()
// decodes: no
// splits: at LF
// ending: kept
// long: taken
// memory: a line

declare(strict_types=1);

function read_lines(string $path): array
{
    $file = fopen($path, 'r');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $lines = $length = $sum = 0;
    while (($line = fgets($file)) !== false) {
        $lines++;
        $length += strlen($line);
        $text = rtrim($line, "\n");
        if ($text !== '') {
            $sum += ord($text[0]) + ord($text[-1]);
        }
    }
    fclose($file);
    return ['lines' => $lines, 'length' => $length, 'sum' => $sum];
}

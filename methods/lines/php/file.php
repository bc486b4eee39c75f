<?php

// file() with FILE_IGNORE_NEW_LINES: all lines in an array.
// Use it when the file is small, and the lines are wanted more than once.
// called: file()
// decodes: no
// splits: at LF
// ending: CRLF dropped
// long: taken
// memory: the file

declare(strict_types=1);

function read_lines(string $path): array
{
    $all = file($path, FILE_IGNORE_NEW_LINES);
    if ($all === false) {
        throw new RuntimeException("cannot open $path");
    }
    $length = $sum = 0;
    foreach ($all as $line) {
        $length += strlen($line);
        if ($line !== '') {
            $sum += ord($line[0]) + ord($line[-1]);
        }
    }
    return ['lines' => count($all), 'length' => $length, 'sum' => $sum];
}

<?php

// SplFileObject::fgets() of each line.
// Use it when an object that throws suits you better than a handle; foreach over it gives one line too many.
// called: SplFileObject::fgets()
// decodes: no
// splits: at LF
// ending: kept
// long: taken
// memory: a line

declare(strict_types=1);

function read_lines(string $path): array
{
    $file = new SplFileObject($path);
    $lines = $length = $sum = 0;
    while (!$file->eof()) {
        $line = $file->fgets();
        if ($line === '') { // after the last newline
            break;
        }
        $lines++;
        $length += strlen($line);
        $text = rtrim($line, "\n");
        if ($text !== '') {
            $sum += ord($text[0]) + ord($text[-1]);
        }
    }
    return ['lines' => $lines, 'length' => $length, 'sum' => $sum];
}

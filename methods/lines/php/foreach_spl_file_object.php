<?php

// foreach over an SplFileObject that drops line ends.
// Use it when lines are to be iterated over, as a generator would: the empty one after the last newline is left out here.
// called: foreach over an SplFileObject
// decodes: no
// splits: at LF
// ending: CRLF dropped
// long: taken
// memory: a line

declare(strict_types=1);

function read_lines(string $path): array
{
    $file = new SplFileObject($path);
    $file->setFlags(SplFileObject::DROP_NEW_LINE);
    $lines = $length = $sum = 0;
    foreach ($file as $line) {
        if ($line === '' && $file->eof()) {
            break;
        }
        $lines++;
        $length += strlen($line);
        if ($line !== '') {
            $sum += ord($line[0]) + ord($line[-1]);
        }
    }
    return ['lines' => $lines, 'length' => $length, 'sum' => $sum];
}

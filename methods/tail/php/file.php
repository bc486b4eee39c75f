<?php

// file(), and array_slice() of its end.
// Use it for a small file that is needed as a whole, too.
// called: file() and array_slice()
// decodes: no
// splits: at LF
// ending: CRLF dropped
// memory: the file

declare(strict_types=1);

function tail_lines(string $path, int $wanted): array
{
    $all = file($path, FILE_IGNORE_NEW_LINES);
    if ($all === false) {
        throw new RuntimeException("cannot open $path");
    }
    $last = array_slice($all, -$wanted);
    $length = $sum = 0;
    foreach ($last as $line) {
        $length += strlen($line);
        if ($line !== '') {
            $sum += ord($line[0]) + ord($line[-1]);
        }
    }
    return ['lines' => count($last), 'length' => $length, 'sum' => $sum];
}

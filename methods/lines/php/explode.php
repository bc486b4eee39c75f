<?php

// explode() of what file_get_contents() gave.
// Use it when the file is small; what comes after the last newline is a line to it, be it empty.
// called: explode()
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: the file

declare(strict_types=1);

function read_lines(string $path): array
{
    $content = file_get_contents($path);
    if ($content === false) {
        throw new RuntimeException("cannot open $path");
    }
    $all = explode("\n", $content);
    if (end($all) === '') {
        array_pop($all);
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

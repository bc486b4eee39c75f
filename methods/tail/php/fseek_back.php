<?php

// fseek() to 4 KiB before the end, then before that, and fread() of each, until there are newlines enough.
// Use it for a file of any size: what lies before the lines is not read.
// called: fseek() and fread() from the end
// parameters: piece_bytes 512..1048576
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

declare(strict_types=1);

const PIECE_BYTES = 4096;

function tail_lines(string $path, int $wanted): array
{
    $file = fopen($path, 'r');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    fseek($file, 0, SEEK_END);
    $end = ftell($file);
    $text = '';
    $newlines = 0;
    while ($end > 0 && $newlines <= $wanted) {
        $bytes = min($end, PIECE_BYTES);
        $end -= $bytes;
        fseek($file, $end);
        $piece = fread($file, $bytes);
        $newlines += substr_count($piece, "\n");
        $text = $piece . $text;
    }
    fclose($file);
    $lines = explode("\n", $text);
    if (end($lines) === '') {
        array_pop($lines);
    }
    $last = array_slice($lines, -$wanted);
    $length = $sum = 0;
    foreach ($last as $line) {
        $length += strlen($line);
        if ($line !== '') {
            $sum += ord($line[0]) + ord($line[-1]);
        }
    }
    return ['lines' => count($last), 'length' => $length, 'sum' => $sum];
}

<?php

// fread() of 64 KiB at once, in which strpos() finds the lines.
// Use it when only parts of some lines are wanted: no line becomes a string of its own.
// called: fread() of {piece_bytes} and strpos()
// parameters: piece_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

declare(strict_types=1);

const PIECE_BYTES = 65536;

function read_lines(string $path): array
{
    $file = fopen($path, 'r');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $lines = $length = $sum = 0;
    $text = '';
    while (!feof($file)) {
        $searched = strlen($text); // a line that the piece before has cut
        $text .= fread($file, PIECE_BYTES);
        $begin = 0;
        while (($end = strpos($text, "\n", max($begin, $searched))) !== false) {
            $lines++;
            if ($end > $begin) {
                $length += $end - $begin;
                $sum += ord($text[$begin]) + ord($text[$end - 1]);
            }
            $begin = $end + 1;
        }
        $text = substr($text, $begin);
    }
    fclose($file);
    if ($text !== '') { // the last line has no end
        $lines++;
        $length += strlen($text);
        $sum += ord($text[0]) + ord($text[-1]);
    }
    return ['lines' => $lines, 'length' => $length, 'sum' => $sum];
}

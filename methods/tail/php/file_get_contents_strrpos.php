<?php

// file_get_contents(), in which strrpos() looks for newlines from the end.
// Use it for a small file that is needed as a whole, too.
// called: file_get_contents() and strrpos()
// decodes: no
// splits: at LF
// ending: dropped
// memory: the file

declare(strict_types=1);

function tail_lines(string $path, int $wanted): array
{
    $text = file_get_contents($path);
    if ($text === false) {
        throw new RuntimeException("cannot open $path");
    }
    $begin = strlen($text) - 1; // the last byte is of the last line, be it its end
    for ($left = $wanted; $left > 0 && $begin > 0; $left--) {
        $newline = strrpos($text, "\n", $begin - 1 - strlen($text));
        if ($newline === false) {
            $begin = 0;
            break;
        }
        $begin = $newline;
    }
    $last = explode("\n", substr($text, $left === 0 ? $begin + 1 : 0));
    if (end($last) === '') {
        array_pop($last);
    }
    $length = $sum = 0;
    foreach ($last as $line) {
        $length += strlen($line);
        if ($line !== '') {
            $sum += ord($line[0]) + ord($line[-1]);
        }
    }
    return ['lines' => count($last), 'length' => $length, 'sum' => $sum];
}

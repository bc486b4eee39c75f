<?php

// SplFileObject::seek() past the end, which reads all lines and tells their number; then a LimitIterator.
// Use it for small files: the file is read twice.
// called: SplFileObject::seek()
// decodes: no
// splits: at LF
// ending: kept
// memory: the lines

declare(strict_types=1);

function tail_lines(string $path, int $wanted): array
{
    $file = new SplFileObject($path);
    $file->seek(PHP_INT_MAX);
    $last = [];
    foreach (new LimitIterator($file, max($file->key() - $wanted, 0)) as $line) {
        if ($line !== '') { // after the last newline
            $last[] = $line;
        }
    }
    $last = array_slice($last, -$wanted); // one more, if the last line has no end
    $length = $sum = 0;
    foreach ($last as $line) {
        $length += strlen($line);
        $text = rtrim($line, "\n");
        if ($text !== '') {
            $sum += ord($text[0]) + ord($text[-1]);
        }
    }
    return ['lines' => count($last), 'length' => $length, 'sum' => $sum];
}

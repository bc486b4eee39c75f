<?php

// fgets() of all lines, of which the last ones are kept in a queue.
// Use it for what cannot be sought in, such as a pipe; every byte is read.
// called: fgets() into a queue
// decodes: no
// splits: at LF
// ending: kept
// memory: the lines

declare(strict_types=1);

function tail_lines(string $path, int $wanted): array
{
    $file = fopen($path, 'r');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $last = new SplQueue();
    while (($line = fgets($file)) !== false) {
        if (count($last) === $wanted) {
            $last->dequeue();
        }
        $last->enqueue($line);
    }
    fclose($file);
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

<?php

// fseek() and fread() for each piece.
// Use it when few of them are read, or each is large.

declare(strict_types=1);

function read_at(string $path, array $offsets, int $bytes): array
{
    $file = fopen($path, 'rb');
    $sum = 0;
    foreach ($offsets as $offset) {
        fseek($file, $offset);
        $piece = fread($file, $bytes);
        $sum += ord($piece[0]) + ord($piece[$bytes - 1]);
    }
    fclose($file);
    return ['reads' => count($offsets), 'sum' => $sum];
}

<?php

// file_get_contents() with an offset and a length for each piece, which opens the file each time.
// Use it for a single piece.
// called: file_get_contents() with an offset
// short: refused

declare(strict_types=1);

function read_at(string $path, array $offsets, int $piece_bytes): array
{
    $sum = 0;
    foreach ($offsets as $offset) {
        $piece = file_get_contents($path, false, null, $offset, $piece_bytes);
        if ($piece === false || strlen($piece) < $piece_bytes) {
            throw new RuntimeException("cannot read $piece_bytes bytes of $path at $offset");
        }
        $sum += substr_count($piece, "\n") + ord($piece[0]) + ord($piece[-1]);
    }
    return ['reads' => count($offsets), 'sum' => $sum];
}

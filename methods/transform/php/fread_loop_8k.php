<?php
// A loop of fread() of 8 KiB: change each piece, print it.
// Use it when a change needs no context beyond the piece, in the pieces that PHP itself reads.
// called: a loop of fread(8192)

function transform(string $path): int
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = 0;
    while (!feof($file)) {
        $piece = fread($file, 8192);
        if ($piece === false) {
            throw new RuntimeException("cannot read $path");
        }
        echo str_rot13($piece);
        $bytes += strlen($piece);
    }
    fclose($file);
    return $bytes;
}

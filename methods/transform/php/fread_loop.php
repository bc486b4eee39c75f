<?php
// A loop of fread() of 64 KiB: change each piece, print it.
// Use it when a change needs no context beyond the piece; memory stays flat.
// called: a loop of fread(65536)

function transform(string $path): int
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = 0;
    while (!feof($file)) {
        $piece = fread($file, 65536);
        if ($piece === false) {
            throw new RuntimeException("cannot read $path");
        }
        echo str_rot13($piece);
        $bytes += strlen($piece);
    }
    fclose($file);
    return $bytes;
}

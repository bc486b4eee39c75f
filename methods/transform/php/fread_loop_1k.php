<?php
// A loop of fread() of 1 KiB: change each piece, print it.
// Use it only to compare with: larger pieces need fewer calls and give the same bytes.
// An article has this loop without a change of the data, and speaks of one with it.
// called: a loop of fread(1024)

function transform(string $path): int
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = 0;
    while (!feof($file)) {
        $piece = fread($file, 1024);
        if ($piece === false) {
            throw new RuntimeException("cannot read $path");
        }
        echo str_rot13($piece);
        $bytes += strlen($piece);
    }
    fclose($file);
    return $bytes;
}

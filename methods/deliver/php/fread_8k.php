<?php
// A loop that prints fread() of 8 KiB until the end of the file.
// Use it when each piece is looked at or counted on its way; 8 KiB is what PHP reads at a time by itself.
// called: a loop of fread(8192)

function deliver(string $path): int
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
        echo $piece;
        $bytes += strlen($piece);
    }
    fclose($file);
    return $bytes;
}

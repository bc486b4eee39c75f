<?php
// A loop that prints fread() of 64 KiB until the end of the file.
// Use it when each piece is looked at or counted on its way. On a plain file fread() gives up to what is asked for.
// called: a loop of fread(65536)

function deliver(string $path): int
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
        echo $piece;
        $bytes += strlen($piece);
    }
    fclose($file);
    return $bytes;
}

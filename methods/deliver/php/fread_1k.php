<?php
// A loop that prints fread() of 1 KiB until the end of the file.
// Use it never: each piece costs a write of its own; it is here because it was published as the usual way.
// called: a loop of fread(1024)
// tags: article

function deliver(string $path): int
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
        echo $piece;
        $bytes += strlen($piece);
    }
    fclose($file);
    return $bytes;
}

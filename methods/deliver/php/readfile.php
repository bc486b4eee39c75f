<?php
// readfile(): the whole file to the output in one call.
// Use it when a file goes out unchanged; it needs no buffer of your own.
// tags: article, maps-to-4mib

function deliver(string $path): int
{
    $bytes = readfile($path);
    if ($bytes === false) {
        throw new RuntimeException("cannot read $path");
    }
    return $bytes;
}

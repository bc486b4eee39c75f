<?php
// file_get_contents(): the whole file into memory, changed there, then printed.
// Use it for small files; memory grows to twice the file.

function transform(string $path): int
{
    $content = file_get_contents($path);
    if ($content === false) {
        throw new RuntimeException("cannot read $path");
    }
    echo str_rot13($content);
    return strlen($content);
}

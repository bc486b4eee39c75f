<?php
// file_get_contents(): the whole file into memory, then printed.
// Use it for small files whose content you need anyway; memory grows with the file.

function deliver(string $path): int
{
    $content = file_get_contents($path);
    if ($content === false) {
        throw new RuntimeException("cannot read $path");
    }
    echo $content;
    return strlen($content);
}

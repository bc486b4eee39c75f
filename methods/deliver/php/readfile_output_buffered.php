<?php
// readfile() inside an output buffer: the whole file ends up in the buffer first.
// Use it never on purpose; frameworks that buffer every response do it to you. Memory grows with the file.
// called: readfile() inside an output buffer

function deliver(string $path): int
{
    ob_start();
    $bytes = readfile($path);
    ob_end_flush();
    if ($bytes === false) {
        throw new RuntimeException("cannot read $path");
    }
    return $bytes;
}

<?php
// readfile() through a stream wrapper, php://filter with no filter in it: any wrapper that fopen() takes will do.
// Use it when what goes out lies behind a wrapper: an archive, a server, a class of your own.
// called: readfile() of a stream wrapper
// tags: maps-to-4mib

function deliver(string $path): int
{
    $bytes = readfile('php://filter/read=/resource=' . $path);
    if ($bytes === false) {
        throw new RuntimeException("cannot read $path");
    }
    return $bytes;
}

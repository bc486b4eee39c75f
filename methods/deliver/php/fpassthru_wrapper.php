<?php
// fpassthru() of a stream wrapper, php://filter with no filter in it: any wrapper that readfile() takes will do.
// Use it when what goes out lies behind a wrapper, and only what follows some place in it is wanted.
// called: fpassthru() of a stream wrapper
// tags: maps-to-4mib

function deliver(string $path): int
{
    $file = fopen('php://filter/read=/resource=' . $path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = fpassthru($file);
    fclose($file);
    return $bytes;
}

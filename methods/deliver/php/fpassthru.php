<?php
// fpassthru(): the rest of an open file to the output in one call.
// Use it when the file is open already, or only what follows some place in it goes out.
// The article opens with 'r', which is the same call wherever there is no text mode.
// tags: article, maps-to-4mib

function deliver(string $path): int
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = fpassthru($file);
    fclose($file);
    return $bytes;
}

<?php
// SplFileObject::fpassthru(): the object's way to send a file to the output.
// Use it when the file is an object already, as in code that passes SplFileInfo about.
// tags: maps-to-4mib

function deliver(string $path): int
{
    $file = new SplFileObject($path, 'rb');
    return $file->fpassthru();
}

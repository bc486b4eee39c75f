<?php
// Open once with 'w', which empties the file, write each record, close at the end.
// Use it for a file that one writer makes anew; two writers overwrite each other.
// The article's emptied what its first phase had left there, and never closed it; here the file is empty before, too.
// called: fopen('w') once, fwrite() for each record
// tags: article
// visible: each record
// lock: none
// append: no
// durable: no

function append(string $path, iterable $records): int
{
    $log = fopen($path, 'w');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $written = 0;
    foreach ($records as $record) {
        if (fwrite($log, $record) !== strlen($record)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
    }
    fclose($log);
    return $written;
}

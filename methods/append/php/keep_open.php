<?php
// Open once, write each record, close at the end.
// Use it for a log of one process: PHP hands each fwrite() to the system at once, so every record can be seen.
// called: fopen() once, fwrite() for each record
// tags: article
// visible: each record
// lock: none
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $log = fopen($path, 'a+');
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

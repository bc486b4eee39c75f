<?php
// Open, write and close for each record.
// Use it when the file may be moved away at any time; each record costs an open.
// called: fopen() and fclose() for each record
// tags: article
// visible: each record
// lock: none
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $written = 0;
    foreach ($records as $record) {
        $log = fopen($path, 'a+');
        if ($log === false) {
            throw new RuntimeException("cannot open $path");
        }
        if (fwrite($log, $record) !== strlen($record)) {
            throw new RuntimeException("cannot write to $path");
        }
        fclose($log);
        $written++;
    }
    return $written;
}

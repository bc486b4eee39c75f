<?php
// Lock from opening to closing: whoever writes too must wait for the end.
// Use it when the records of one writer must stay together, and the writer is quick about it.
// called: fopen() and flock() once for all records
// visible: each record
// lock: whole
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $log = fopen($path, 'a+');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    if (!flock($log, LOCK_EX)) {
        throw new RuntimeException("cannot lock $path");
    }
    $written = 0;
    foreach ($records as $record) {
        if (fwrite($log, $record) !== strlen($record)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
    }
    flock($log, LOCK_UN);
    fclose($log);
    return $written;
}

<?php
// SplFileObject::fwrite() for each record.
// Use it when the log is an object already.
// called: SplFileObject::fwrite()
// visible: each record
// lock: none
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $log = new SplFileObject($path, 'a');
    $written = 0;
    foreach ($records as $record) {
        if ($log->fwrite($record) !== strlen($record)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
    }
    return $written;
}

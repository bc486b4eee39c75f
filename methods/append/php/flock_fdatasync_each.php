<?php
// Lock, fwrite(), fdatasync() and unlock for each record, to a log that is opened once.
// Use it when hosts share the log over a network: the next one must find the record at the server. It needs PHP 8.1.
// called: flock() and fdatasync() for each record
// tags: by-name
// visible: each record
// lock: record
// append: yes
// durable: each record

function append(string $path, iterable $records): int
{
    $log = fopen($path, 'a');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $written = 0;
    foreach ($records as $record) {
        if (!flock($log, LOCK_EX)) {
            throw new RuntimeException("cannot lock $path");
        }
        if (fwrite($log, $record) !== strlen($record) || !fdatasync($log)) {
            throw new RuntimeException("cannot write to $path");
        }
        flock($log, LOCK_UN);
        $written++;
    }
    fclose($log);
    return $written;
}

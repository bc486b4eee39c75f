<?php
// As flock_each, with stream_set_blocking(false) on the file in place of the first unlock.
// Use flock_each instead: on a regular file the setting changes nothing, and flock() waits all the same.
// called: a non-blocking log, flock() for each record
// tags: article
// visible: each record
// lock: record
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $log = fopen($path, 'a+');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    stream_set_blocking($log, false);
    $written = 0;
    foreach ($records as $record) {
        if (!flock($log, LOCK_EX)) {
            throw new RuntimeException("cannot lock $path");
        }
        if (fwrite($log, $record) !== strlen($record)) {
            throw new RuntimeException("cannot write to $path");
        }
        flock($log, LOCK_UN);
        $written++;
    }
    fclose($log);
    return $written;
}

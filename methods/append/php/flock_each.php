<?php
// Open once; lock, write and unlock for each record.
// Use it when several processes write records too long for one write, or do more than write under the lock.
// The first unlock is the article's; a file just opened holds no lock, so it may be left out.
// called: fopen() once, flock() for each record
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
    flock($log, LOCK_UN);
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

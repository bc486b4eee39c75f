<?php
// Open once; lock, write and unlock for each record.
// Use it when several processes write records too long for one write, or do more than write under the lock.
// tags: article
// visible: each record
// lock: record
// append: yes

function append(string $path, string $record, int $records): int
{
    $log = fopen($path, 'a+');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = strlen($record);
    for ($written = 0; $written < $records; $written++) {
        if (!flock($log, LOCK_EX)) {
            throw new RuntimeException("cannot lock $path");
        }
        if (fwrite($log, $record) !== $bytes) {
            throw new RuntimeException("cannot write to $path");
        }
        flock($log, LOCK_UN);
    }
    fclose($log);
    return $records;
}

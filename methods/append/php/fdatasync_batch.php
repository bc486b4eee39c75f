<?php
// fwrite() and fflush() for each record, and one fdatasync() after each hundred, and after the last.
// Use it when a power cut may cost the last few records and no more. It needs PHP 8.1. Once a file is
// synced, PHP keeps what fwrite() gets in a buffer, and a kill loses it, unless fflush() follows.
// called: fwrite(), and fdatasync() for each hundred
// tags: by-name
// parameters: batch 2..100000
// visible: each record
// lock: none
// append: yes
// durable: at the end

const BATCH = 100;

function append(string $path, iterable $records): int
{
    $log = fopen($path, 'a');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $written = 0;
    foreach ($records as $record) {
        if (fwrite($log, $record) !== strlen($record) || !fflush($log)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
        if ($written % BATCH === 0 && !fdatasync($log)) {
            throw new RuntimeException("cannot sync $path");
        }
    }
    if (!fdatasync($log)) {
        throw new RuntimeException("cannot sync $path");
    }
    fclose($log);
    return $written;
}

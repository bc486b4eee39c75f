<?php
// fwrite() and fdatasync() for each record, to a log that is opened once.
// Use it when a record must outlive a power cut once the call returns: each waits for the device. It needs PHP 8.1.
// called: fwrite() and fdatasync() for each record
// tags: by-name
// visible: each record
// lock: none
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
        if (fwrite($log, $record) !== strlen($record) || !fdatasync($log)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
    }
    fclose($log);
    return $written;
}

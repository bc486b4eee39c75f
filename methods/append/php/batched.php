<?php
// Gather records in memory and write about 64 KiB at once.
// Use it when the last records may be lost: they can be seen only after the next write, or at the end.
// called: gathering 64 KiB, then one fwrite()
// visible: at the end
// lock: none
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $log = fopen($path, 'a');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $batch = '';
    $written = 0;
    foreach ($records as $record) {
        $batch .= $record;
        $written++;
        if (strlen($batch) >= 65536) {
            if (fwrite($log, $batch) !== strlen($batch)) {
                throw new RuntimeException("cannot write to $path");
            }
            $batch = '';
        }
    }
    if ($batch !== '' && fwrite($log, $batch) !== strlen($batch)) {
        throw new RuntimeException("cannot write to $path");
    }
    fclose($log);
    return $written;
}

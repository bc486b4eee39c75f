<?php
// Gather records in memory and write about 64 KiB at once.
// Use it when the last records may be lost: they can be seen only after the next write, or at the end.
// visible: at the end
// lock: none
// append: yes

function append(string $path, string $record, int $records): int
{
    $log = fopen($path, 'a');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $batch = '';
    for ($written = 1; $written <= $records; $written++) {
        $batch .= $record;
        if (strlen($batch) >= 65536 || $written === $records) {
            if (fwrite($log, $batch) !== strlen($batch)) {
                throw new RuntimeException("cannot write to $path");
            }
            $batch = '';
        }
    }
    fclose($log);
    return $records;
}

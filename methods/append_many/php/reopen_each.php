<?php
// The log is opened, written to once and closed again for each record.
// Use it when logs are many and records rare: no more than one file is open at a time.
// called: fopen() and fclose() for each record
// visible: each record

function append_many(array $paths, array $turns, string $record): int
{
    $bytes = strlen($record);
    foreach ($turns as $turn) {
        $log = fopen($paths[$turn], 'a');
        if ($log === false) {
            throw new RuntimeException("cannot open $paths[$turn]");
        }
        if (fwrite($log, $record) !== $bytes) {
            throw new RuntimeException("cannot write to $paths[$turn]");
        }
        fclose($log);
    }
    return count($turns);
}

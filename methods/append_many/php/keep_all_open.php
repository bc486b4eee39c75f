<?php
// Every log is opened when it is first written to, and stays open to the end.
// Use it when there are fewer logs than `ulimit -n` allows open files; beyond that, opening fails.
// called: all logs kept open
// visible: each record

function append_many(array $paths, array $turns, string $record): int
{
    $bytes = strlen($record);
    $logs = [];
    foreach ($turns as $turn) {
        $logs[$turn] ??= fopen($paths[$turn], 'a');
        if ($logs[$turn] === false) {
            throw new RuntimeException("cannot open $paths[$turn]");
        }
        if (fwrite($logs[$turn], $record) !== $bytes) {
            throw new RuntimeException("cannot write to $paths[$turn]");
        }
    }
    foreach ($logs as $log) {
        fclose($log);
    }
    return count($turns);
}

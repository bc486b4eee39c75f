<?php
// The 32 logs that were written to last stay open; one more, and the one that has waited longest is closed.
// Use it when some logs get most of the records; if each is next in its turn, it always closes the wrong one.
// called: the last 32 logs kept open
// visible: each record

const MOST_OPEN = 32;

function append_many(array $paths, array $turns, string $record): int
{
    $bytes = strlen($record);
    $logs = []; // the one that has waited longest comes first
    foreach ($turns as $turn) {
        $log = $logs[$turn] ?? null;
        unset($logs[$turn]);
        if ($log === null) {
            if (count($logs) >= MOST_OPEN) {
                $oldest = array_key_first($logs);
                fclose($logs[$oldest]);
                unset($logs[$oldest]);
            }
            $log = fopen($paths[$turn], 'a');
            if ($log === false) {
                throw new RuntimeException("cannot open $paths[$turn]");
            }
        }
        $logs[$turn] = $log;
        if (fwrite($log, $record) !== $bytes) {
            throw new RuntimeException("cannot write to $paths[$turn]");
        }
    }
    foreach ($logs as $log) {
        fclose($log);
    }
    return count($turns);
}

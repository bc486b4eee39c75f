<?php
// fwrite() of the message and a newline, to a log that is kept open: the least that a line of a log can cost.
// Use it as the measure of a logger, or for a log that needs neither time nor level.
// called: fwrite() of the message alone
// stamped: no
// survives: kill
// durable: no

function log_messages(string $path, iterable $messages): int
{
    $log = fopen($path, 'a');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $logged = 0;
    foreach ($messages as $message) {
        $line = "$message\n";
        if (fwrite($log, $line) !== strlen($line)) {
            throw new RuntimeException("cannot write to $path");
        }
        $logged++;
    }
    fclose($log);
    return $logged;
}

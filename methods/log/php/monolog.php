<?php
// Monolog: its StreamHandler with the lines that it comes with.
// Use it for an application's own log, for its levels and its handlers; each message goes to the system at once.
// Before 2.10 it does not look if that failed: PHP tells by a notice, and the application goes on without the message.
// called: Monolog
// needs: package monolog
// stamped: by a logger
// survives: kill
// durable: no

use Monolog\Handler\StreamHandler;
use Monolog\Logger;

require_once 'Monolog/autoload.php'; // with Composer: vendor/autoload.php

function log_messages(string $path, iterable $messages): int
{
    $log = new Logger('messages', [new StreamHandler($path, Logger::INFO)]);
    $logged = 0;
    foreach ($messages as $message) {
        $log->info($message);
        $logged++;
    }
    $log->close();
    return $logged;
}

<?php
// Monolog: its StreamHandler with the JsonFormatter, an object in JSON as each line.
// Use it for an application's own log that programs read; each message goes to the system at once.
// called: Monolog, in JSON
// needs: package monolog
// stamped: by a logger
// survives: kill
// durable: no

use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\StreamHandler;
use Monolog\Logger;

require_once 'Monolog/autoload.php'; // with Composer: vendor/autoload.php

function log_messages(string $path, iterable $messages): int
{
    $handler = new StreamHandler($path, Logger::INFO);
    $handler->setFormatter(new JsonFormatter());
    $log = new Logger('messages', [$handler]);
    $logged = 0;
    foreach ($messages as $message) {
        $log->info($message);
        $logged++;
    }
    $log->close();
    return $logged;
}

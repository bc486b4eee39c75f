<?php
// Monolog: its StreamHandler, with the message alone as line.
// Use it for an application's own log, for its levels and its handlers; each record goes to the system at once.
// called: Monolog
// needs: package monolog
// visible: each record
// lock: none
// append: yes
// durable: no

use Monolog\Formatter\LineFormatter;
use Monolog\Handler\StreamHandler;
use Monolog\Logger;

require_once 'Monolog/autoload.php'; // with Composer: vendor/autoload.php

function append(string $path, iterable $records): int
{
    $handler = new StreamHandler($path, Logger::INFO);
    // the record carries its own ending
    $handler->setFormatter(new LineFormatter('%message%', null, true));
    $log = new Logger('records', [$handler]);
    $written = 0;
    foreach ($records as $record) {
        $log->info($record);
        $written++;
    }
    $handler->close();
    return $written;
}

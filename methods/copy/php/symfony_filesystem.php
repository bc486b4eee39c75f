<?php
// Symfony Filesystem's copy(): stream_copy_to_stream(); then the copy gets the file's time and its bits for execution.
// Use it if you have it already; it makes the folder of the copy if there is none, and leaves a newer file as it is.
// called: Symfony's Filesystem::copy()
// tags: untouched
// needs: package symfony-filesystem
// durable: no
// mode: not kept

use Symfony\Component\Filesystem\Filesystem;

require_once 'Symfony/Component/Filesystem/autoload.php'; // with Composer: vendor/autoload.php

function copy_file(string $from, string $to): void
{
    (new Filesystem())->copy($from, $to);
}

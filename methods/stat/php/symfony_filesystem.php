<?php
// Symfony Filesystem: exists() of each path.
// Use it if you have it already; it is file_exists() with a check of the length.
// called: exists() of Symfony's Filesystem
// needs: package symfony-filesystem
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing

use Symfony\Component\Filesystem\Filesystem;

require_once 'Symfony/Component/Filesystem/autoload.php'; // with Composer: vendor/autoload.php

function stat_all(string $folder, array $names): array
{
    $system = new Filesystem();
    $files = 0;
    foreach ($names as $name) {
        $files += $system->exists("$folder/$name") ? 1 : 0;
    }
    return ['files' => $files, 'bytes' => 0, 'newest' => 0];
}

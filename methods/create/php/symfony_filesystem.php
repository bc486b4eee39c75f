<?php
// Symfony Filesystem's dumpFile(): file_put_contents() to another name in the folder, then rename().
// Use it when others read the files: they see the old one or the whole new one, never a part. It syncs nothing.
// called: Symfony's Filesystem::dumpFile()
// needs: package symfony-filesystem
// durable: no
// atomic: yes

use Symfony\Component\Filesystem\Filesystem;

require_once 'Symfony/Component/Filesystem/autoload.php'; // with Composer: vendor/autoload.php

function create_files(string $folder, array $names, string $content): int
{
    $files = new Filesystem();
    foreach ($names as $name) {
        $files->dumpFile("$folder/$name", $content);
    }
    return count($names);
}

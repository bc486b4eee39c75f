<?php
// Symfony Filesystem's dumpFile(): another name in the folder, then rename(), with the permissions of the old file.
// Use it when others read the file: they find the old content or the new, whole.
// It syncs nothing.
// called: Symfony's Filesystem::dumpFile()
// needs: package symfony-filesystem
// atomic: yes
// durable: no
// keeps: permissions

use Symfony\Component\Filesystem\Filesystem;

require_once 'Symfony/Component/Filesystem/autoload.php'; // with Composer: vendor/autoload.php

function replace_file(string $path, string $content): void
{
    (new Filesystem())->dumpFile($path, $content);
}

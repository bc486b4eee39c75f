<?php
// Symfony Filesystem's mirror(), which goes on with what is there, and leaves files of the copy that are newer.
// Use it if you have it already, and mind that a newer file stays unless `override` says otherwise.
// called: Symfony's Filesystem::mirror()
// needs: package symfony-filesystem
// links: kept
// mode: not kept
// times: of files
// existing: old kept
// unreadable: stops
// any_name: yes

use Symfony\Component\Filesystem\Filesystem;

require_once 'Symfony/Component/Filesystem/autoload.php'; // with Composer: vendor/autoload.php

function copy_tree(string $source, string $target): void
{
    (new Filesystem())->mirror($source, $target);
}

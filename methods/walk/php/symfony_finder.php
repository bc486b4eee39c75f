<?php
// Symfony Finder: a file object for each entry, and getSize() of each file.
// Use it for its filters. Without ignoreDotFiles(false) it leaves out hidden folders and all that is in them.
// called: Symfony's Finder
// needs: package symfony-finder
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

use Symfony\Component\Finder\Finder;

require_once 'Symfony/Component/Finder/autoload.php'; // with Composer: vendor/autoload.php

function walk(string $folder): array
{
    $found = ['files' => 0, 'folders' => 0, 'bytes' => 0];
    foreach ((new Finder())->in($folder)->ignoreDotFiles(false)->ignoreVCS(false) as $entry) {
        $type = $entry->getType(); // a link is a 'link', wherever it leads
        if ($type === 'dir') {
            $found['folders']++;
        } elseif ($type === 'file') {
            $found['files']++;
            $found['bytes'] += $entry->getSize();
        }
    }
    return $found;
}

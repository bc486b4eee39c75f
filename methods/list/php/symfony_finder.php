<?php
// Symfony Finder: a file object for each name, as they come.
// Use it for its filters over whole trees; for all names of one folder it does far more than reading it.
// called: Symfony's Finder
// needs: package symfony-finder
// sorted: no
// yields: entries
// hidden: yes
// dots: no

use Symfony\Component\Finder\Finder;

require_once 'Symfony/Component/Finder/autoload.php'; // with Composer: vendor/autoload.php

function list_folder(string $folder): array
{
    $found = (new Finder())->in($folder)->depth('== 0')->ignoreDotFiles(false)->ignoreVCS(false);
    return iterator_to_array($found, false);
}

<?php
// Symfony Filesystem's remove(), which first gives the folder another name, so that others find it no more.
// Use it if you have it already. It throws at what it cannot remove, and leaves the rest under that name, which begins
// with ".!".
// called: Symfony's Filesystem::remove()
// needs: package symfony-filesystem
// refused: stops
// missing: no error
// top_link: link alone
// any_name: yes
// deep: no

use Symfony\Component\Filesystem\Filesystem;

require_once 'Symfony/Component/Filesystem/autoload.php'; // with Composer: vendor/autoload.php

function remove_tree(string $folder): void
{
    (new Filesystem())->remove($folder);
}

<?php

// Adapter for `list`: return the names in a folder.

declare(strict_types=1);

final class Job extends Adapter
{
    private string $folder;

    public function prepare(Pairs $pairs): void
    {
        $this->folder = $pairs->ownText('folder');
    }

    public function iterate(int $iterations): int
    {
        $folder = $this->folder;
        $entries = 0;
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            $entries += count(list_folder($folder));
        }
        return $entries;
    }

    public function check(Pairs $pairs): array
    {
        $proof = fopen($pairs->text('proof_file'), 'wb');
        $entries = list_folder($this->folder);
        foreach ($entries as $entry) {
            fwrite($proof, $entry . "\0");
        }
        fclose($proof);
        return ['work' => count($entries)];
    }
}

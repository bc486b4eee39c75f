<?php

// Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its arranging.

declare(strict_types=1);

final class Job extends Adapter
{
    private int $napMs;
    private int $arrangeMs;

    public function prepare(Pairs $pairs): void
    {
        $this->napMs = $pairs->ownInteger('nap_ms', 0);
        $this->arrangeMs = $pairs->integer('arrange_ms', 0);
    }

    public function arrange(int $iterations): void
    {
        nap($this->arrangeMs);
    }

    public function iterate(int $iterations): int
    {
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            nap($this->napMs);
        }
        return $iterations;
    }
}

<?php

// Adapter for `empty`: call a method that does nothing.

declare(strict_types=1);

final class Job extends Adapter
{
    public function prepare(Pairs $pairs): void
    {
    }

    public function leadIn(int $iterations): void
    {
        $this->iterate($iterations);
    }

    public function iterate(int $iterations): int
    {
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            nothing();
        }
        return $iterations;
    }

    public function check(Pairs $pairs): array
    {
        return ['work' => $this->iterate(1)];
    }
}

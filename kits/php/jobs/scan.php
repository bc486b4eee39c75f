<?php

// Adapter for `scan`: read a file of integers and compute the sum.

declare(strict_types=1);

final class Job extends Adapter
{
    private string $input;

    public function prepare(Pairs $pairs): void
    {
        $this->input = $pairs->ownText('input');
    }

    public function iterate(int $iterations): int
    {
        $input = $this->input;
        $integers = 0;
        $proof = null;
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            $totals = scan($input);
            $proof ??= $totals['sum'];
            if ($totals['sum'] !== $proof) {
                throw new BadRequest("$input: the sum was $proof and then $totals[sum]");
            }
            $integers += $totals['integers'];
        }
        $this->proof = $proof;
        return $integers;
    }

    public function check(Pairs $pairs): array
    {
        $totals = scan($this->input);
        return ['work' => $totals['integers'], 'proof' => $totals['sum'], 'rest_bytes' => $totals['rest_bytes']];
    }
}

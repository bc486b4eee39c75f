<?php

// Adapter for `scan`: read a file of integers and sum it.

declare(strict_types=1);

final class Job extends Adapter
{
    private string $input;
    private string $leadInput;

    public function prepare(Pairs $pairs): void
    {
        $this->input = $pairs->text('input');
        $this->leadInput = $pairs->text('lead_input');
    }

    public function leadIn(int $iterations): void
    {
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            scan($this->leadInput);
        }
    }

    public function iterate(int $iterations): int
    {
        $input = $this->input;
        $first = null;
        $integers = 0;
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            $totals = scan($input);
            $first ??= $totals;
            if ($totals !== $first) {
                throw new RuntimeException("$input: iterations gave different results");
            }
            $integers += $totals['integers'];
        }
        $this->proof = $first['sum'];
        return $integers;
    }

    public function check(Pairs $pairs): array
    {
        $totals = scan($this->input);
        return ['work' => $totals['integers'], 'proof' => $totals['sum'], 'rest_bytes' => $totals['rest_bytes']];
    }
}

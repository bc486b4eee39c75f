<?php
// Nothing: what the kit itself costs per call.
// Use it as the floor under everything else.

function nothing(): void
{
}

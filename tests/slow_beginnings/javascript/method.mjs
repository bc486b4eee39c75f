// Atomics.wait() for so many milliseconds.
// For the tests of what a kit times.

const NOBODY = new Int32Array(new SharedArrayBuffer(4));

export function nap(milliseconds) {
    const end = process.hrtime.bigint() + BigInt(milliseconds) * 1_000_000n;
    for (let leftNs; (leftNs = end - process.hrtime.bigint()) > 0n;) {
        Atomics.wait(NOBODY, 0, 0, Number(leftNs) / 1e6);
    }
}

// Says another sum each time it is called.
// For the tests of what a kit makes of it.

let calls = 0;

export function scan() {
    calls++;
    return { integers: 1, sum: calls, restBytes: 0 };
}

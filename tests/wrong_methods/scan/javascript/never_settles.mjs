// Gives a promise that nobody will ever settle.
// For the tests of what a kit makes of it.

export function scan() {
    return new Promise(() => {});
}

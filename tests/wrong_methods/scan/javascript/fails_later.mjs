// Fails in a callback, where nobody waits for it.
// For the tests of what a kit makes of it.

export function scan() {
    return new Promise(() => {
        setTimeout(() => {
            throw new Error('too late');
        });
    });
}

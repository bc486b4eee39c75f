// Finds that the file holds no records.
// For the tests of what a kit makes of it.

export function scan(path) {
    throw new Error(`${path} holds no records`);
}

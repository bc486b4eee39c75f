// writeFile() of fs/promises, in threads of Node; it empties the file first.
// Use it in a server, which goes on with other work, when nobody reads the file meanwhile: a reader may find it empty or
// half written.
// called: writeFile() of fs/promises
// tags: threaded
// atomic: no
// durable: no
// keeps: everything
import { writeFile } from 'node:fs/promises';

export async function replaceFile(path, content) {
    await writeFile(path, content);
}

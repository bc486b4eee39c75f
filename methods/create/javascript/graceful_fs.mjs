// graceful-fs: writeFile() for all files at once; what finds too many files open waits its turn.
// Use it when many files are written at once and nobody counts them; whoever reads meanwhile may see a file that is
// half written.
// called: graceful-fs's writeFile(), all at once
// tags: threaded
// needs: package graceful-fs
// durable: no
// atomic: no
import { promisify } from 'node:util';
import gracefulFs from 'graceful-fs';

const writeFile = promisify(gracefulFs.writeFile); // its promises are Node's own, and not graceful

export async function createFiles(folder, names, content) {
    await Promise.all(names.map((name) => writeFile(`${folder}/${name}`, content)));
    return names.length;
}

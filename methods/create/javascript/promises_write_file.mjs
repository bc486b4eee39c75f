// writeFile() of fs/promises for each file, one after the other, in threads of Node.
// Use it in a server, which goes on with other work meanwhile.
// called: writeFile() of fs/promises, one after the other
// tags: threaded
// durable: no
// atomic: no
import { writeFile } from 'node:fs/promises';

export async function createFiles(folder, names, content) {
    for (const name of names) {
        await writeFile(`${folder}/${name}`, content);
    }
    return names.length;
}

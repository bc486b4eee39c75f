// writeFile() of fs/promises to another name in the folder, then rename(), in threads of Node.
// Use it in a server when others read the file: they find the old content or the new, whole.
// Two writers need two such names.
// called: writeFile() and rename() of fs/promises
// tags: threaded
// atomic: yes
// durable: no
// keeps: nothing
import { rename, writeFile } from 'node:fs/promises';

export async function replaceFile(path, content) {
    const part = `${path}.part`;
    await writeFile(part, content);
    await rename(part, path);
}

// fs.writeFileSync() to another name in the folder, then fs.renameSync().
// Use it when others read the file: they find the old content or the new, whole.
// Two writers need two such names.
// called: fs.writeFileSync(), then fs.renameSync()
// atomic: yes
// durable: no
// keeps: nothing
import { renameSync, writeFileSync } from 'node:fs';

export function replaceFile(path, content) {
    const part = `${path}.part`;
    writeFileSync(part, content);
    renameSync(part, path);
}

// fs.writeFileSync() to another name in the folder, then fs.renameSync().
// Use it when others read the files: they see the old one or the whole new one, never a part.
// called: fs.writeFileSync(), then fs.renameSync()
// durable: no
// atomic: yes
import { renameSync, writeFileSync } from 'node:fs';

export function createFiles(folder, names, content) {
    for (const name of names) {
        const path = `${folder}/${name}`;
        const part = `${path}.part`;
        writeFileSync(part, content);
        renameSync(part, path);
    }
    return names.length;
}

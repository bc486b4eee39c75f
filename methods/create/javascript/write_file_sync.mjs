// fs.writeFileSync() for each file.
// Use it by default; whoever reads meanwhile may see a file that is half written.
// called: fs.writeFileSync()
// durable: no
// atomic: no
import { writeFileSync } from 'node:fs';

export function createFiles(folder, names, content) {
    for (const name of names) {
        writeFileSync(`${folder}/${name}`, content);
    }
    return names.length;
}

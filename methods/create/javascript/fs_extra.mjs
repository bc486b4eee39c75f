// fs-extra's outputFileSync() for each file: it asks if the folder is there, then fs.writeFileSync().
// Use it when the folder of a file may be missing, since it makes that, too; whoever reads meanwhile may see a file
// that is half written.
// called: fs-extra's outputFileSync()
// needs: package fs-extra
// durable: no
// atomic: no
import { outputFileSync } from 'fs-extra/esm';

export function createFiles(folder, names, content) {
    for (const name of names) {
        outputFileSync(`${folder}/${name}`, content);
    }
    return names.length;
}

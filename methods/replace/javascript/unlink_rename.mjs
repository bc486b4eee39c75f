// fs.writeFileSync() to another name in the folder, fs.unlinkSync() of the old file, then fs.renameSync().
// Use it nowhere if you can: for a moment there is no file. fs.renameSync() needs no fs.unlinkSync().
// called: fs.unlinkSync(), then fs.renameSync()
// atomic: with a gap
// durable: no
// keeps: nothing
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';

export function replaceFile(path, content) {
    const part = `${path}.part`;
    writeFileSync(part, content);
    unlinkSync(path);
    renameSync(part, path);
}

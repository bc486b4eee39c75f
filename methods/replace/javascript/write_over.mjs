// fs.openSync('r+'), a write over what is there, and fs.ftruncateSync() of what was longer.
// Use it when nobody reads the file meanwhile: a reader may find new and old content mixed.
// called: writing over it, and fs.ftruncateSync()
// atomic: no
// durable: no
// keeps: everything
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';

export function replaceFile(path, content) {
    const file = openSync(path, 'r+');
    try {
        writeFileSync(file, content);
        ftruncateSync(file, Buffer.byteLength(content));
    } finally {
        closeSync(file);
    }
}

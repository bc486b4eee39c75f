// fs.writeFileSync() with flush, which is fsync(), to another name in the folder, then fs.renameSync().
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half. The option needs Node 20.10.
// called: fs.writeFileSync() with flush, then renameSync()
// tags: by-name
// atomic: yes
// durable: content
// keeps: nothing
import { renameSync, writeFileSync } from 'node:fs';

export function replaceFile(path, content) {
    const part = `${path}.part`;
    writeFileSync(part, content, { flush: true });
    renameSync(part, path);
}

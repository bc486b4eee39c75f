// fs.copyFileSync(): Node's own call, which has the kernel copy, and keeps the file's permissions.
// Use it unless something speaks against it.
// tags: untouched
// durable: no
// mode: kept
import { copyFileSync } from 'node:fs';

export function copyFile(source, target) {
    copyFileSync(source, target);
}

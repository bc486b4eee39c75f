// fs.readFileSync(), then fs.writeFileSync(): the whole file is in memory in between.
// Use it for small files that are changed on their way.
// called: fs.readFileSync() and fs.writeFileSync()
// durable: no
// mode: not kept
import { readFileSync, writeFileSync } from 'node:fs';

export function copyFile(source, target) {
    writeFileSync(target, readFileSync(source));
}

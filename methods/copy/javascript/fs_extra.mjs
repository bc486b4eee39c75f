// fs-extra's copySync(): fs.copyFileSync() beneath, after questions about both paths and before a chmod of the copy.
// Use it for whole folders, and when the folder of the copy may be missing; for one file Node's own call is enough.
// What lies there under the copy's name, even a device, is removed first.
// called: fs-extra's copySync()
// tags: untouched
// needs: package fs-extra
// durable: no
// mode: kept
import { copySync } from 'fs-extra/esm';

export function copyFile(source, target) {
    copySync(source, target);
}

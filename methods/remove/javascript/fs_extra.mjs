// fs-extra's removeSync(), which is fs.rmSync() with recursive and force.
// Use it if you have it already; it was made when Node had no such call.
// called: fs-extra's removeSync()
// needs: package fs-extra
// refused: stops
// missing: no error
// top_link: link alone
// any_name: yes
// deep: no
import { removeSync } from 'fs-extra/esm';

export function removeTree(folder) {
    removeSync(folder);
}

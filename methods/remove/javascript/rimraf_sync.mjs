// rimrafSync(), which is fs.rmSync() with recursive and force, but for Windows.
// Use it for its filters, or if you have it already.
// called: rimrafSync()
// needs: package rimraf
// refused: stops
// missing: no error
// top_link: link alone
// any_name: yes
// deep: no
import { rimrafSync } from 'rimraf';

export function removeTree(folder) {
    rimrafSync(folder);
}

// rimraf(), which is rm() of fs/promises with recursive and force, but for Windows.
// Use it for its filters, or if you have it already.
// called: rimraf()
// needs: package rimraf
// tags: threaded
// refused: goes on
// missing: no error
// top_link: link alone
// any_name: yes
// deep: no
import { rimraf } from 'rimraf';

export async function removeTree(folder) {
    await rimraf(folder);
}

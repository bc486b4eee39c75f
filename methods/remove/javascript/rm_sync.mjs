// fs.rmSync() with recursive and force, which is silent about a path at which nothing is, and about nothing else.
// Use it by default in a script; in a server it keeps all others waiting.
// called: fs.rmSync()
// refused: stops
// missing: no error
// top_link: link alone
// any_name: yes
// deep: no
import fs from 'node:fs';

export function removeTree(folder) {
    fs.rmSync(folder, { recursive: true, force: true });
}

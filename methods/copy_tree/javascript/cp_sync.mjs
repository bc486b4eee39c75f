// fs.cpSync() with recursive, which makes links absolute, so that those of the copy lead into the tree it was made of.
// Use it in a script for trees without links; with `verbatimSymlinks` they stay as they are.
// called: fs.cpSync()
// links: made absolute
// mode: kept
// times: not kept
// existing: merged
// unreadable: stops
// any_name: no
import fs from 'node:fs';

export function copyTree(source, target) {
    fs.cpSync(source, target, { recursive: true });
}

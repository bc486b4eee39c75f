// fs.cpSync() with recursive, verbatimSymlinks and preserveTimestamps.
// Use it in a script by default: links stay as they are, and files keep their times.
// called: fs.cpSync() with verbatimSymlinks
// links: kept
// mode: kept
// times: of files
// existing: merged
// unreadable: stops
// any_name: no
import fs from 'node:fs';

export function copyTree(source, target) {
    fs.cpSync(source, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

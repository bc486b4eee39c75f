// glob: all entries of the tree with what is known of them.
// Use it when a pattern chooses the files. Without `dot` it leaves out hidden folders and all that is in them.
// called: glob
// needs: package glob
// sizes: yes
// hidden: yes
// any_name: no
// unreadable: left out
// vanished: left out
import { globSync } from 'glob';

export function walk(folder) {
    const found = { files: 0, folders: -1, bytes: 0 }; // the folder itself comes, too
    for (const entry of globSync('**', { cwd: folder, dot: true, stat: true, withFileTypes: true })) {
        if (entry.isDirectory()) {
            found.folders += 1;
        } else if (entry.isFile()) {
            found.files += 1;
            found.bytes += entry.size;
        }
    }
    return found;
}

// glob: the names that a pattern finds, here all of them.
// Use it for patterns over whole trees; for one folder it does far more than reading it. A folder that does not exist
// is an empty one to it, without an error.
// called: glob
// needs: package glob
// sorted: no
// yields: names
// hidden: yes
// dots: no
import { globSync } from 'glob';

export function listFolder(folder) {
    return globSync('*', { cwd: folder, dot: true });
}

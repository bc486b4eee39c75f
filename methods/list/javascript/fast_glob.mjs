// fast-glob: the names that a pattern finds, here all of them.
// Use it for patterns over whole trees; for one folder it does far more than reading it. A folder that does not exist
// is an empty one to it, without an error.
// called: fast-glob
// needs: package fast-glob
// sorted: no
// yields: names
// hidden: yes
// dots: no
import fastGlob from 'fast-glob';

export function listFolder(folder) {
    return fastGlob.sync('*', { cwd: folder, dot: true, onlyFiles: false, suppressErrors: false });
}

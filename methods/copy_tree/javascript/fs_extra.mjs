// fs-extra's copySync(), which copies relative links as they are, unlike fs.cpSync().
// Use it if you have it already.
// called: fs-extra's copySync()
// needs: package fs-extra
// links: kept
// mode: kept
// times: not kept
// existing: merged
// unreadable: stops
// any_name: no
import { copySync } from 'fs-extra/esm';

export function copyTree(source, target) {
    copySync(source, target);
}

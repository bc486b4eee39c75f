// cp() of fs/promises with recursive and verbatimSymlinks, one entry after the other.
// Use it in a server.
// called: cp() of fs/promises
// tags: threaded
// links: kept
// mode: kept
// times: not kept
// existing: merged
// unreadable: stops
// any_name: no
import { cp } from 'node:fs/promises';

export const copyTree = (source, target) => cp(source, target, { recursive: true, verbatimSymlinks: true });

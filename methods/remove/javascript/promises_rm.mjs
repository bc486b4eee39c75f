// rm() of fs/promises with recursive and force: all entries of a folder at once, by Node's four threads.
// Use it in a server.
// called: rm() of fs/promises
// tags: threaded
// refused: goes on
// missing: no error
// top_link: link alone
// any_name: yes
// deep: no
import { rm } from 'node:fs/promises';

export const removeTree = (folder) => rm(folder, { recursive: true, force: true });

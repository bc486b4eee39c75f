// writeFile() of fs.promises, which empties the file first: whoever reads meanwhile may see an empty file.
// Use it when nobody reads the file meanwhile.
import { writeFile } from 'node:fs/promises';

export const overwrite = (path, content) => writeFile(path, content);

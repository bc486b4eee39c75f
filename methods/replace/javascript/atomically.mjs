// atomically's writeFileSync(): another name in the folder, fs.fsyncSync(), then a rename, with the mode and the owner.
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half.
// called: atomically
// tags: by-name
// needs: package atomically
// atomic: yes
// durable: content
// keeps: everything
import { writeFileSync } from 'atomically';

export function replaceFile(path, content) {
    writeFileSync(path, content);
}

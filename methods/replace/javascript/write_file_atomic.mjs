// write-file-atomic, which does fsync() and rename(), with the permissions and the owner of the old file.
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half. It writes in one call and does not look how much that
// took, so a full disk can cut a file short without an error.
// called: write-file-atomic
// tags: by-name
// needs: package write-file-atomic
// atomic: yes
// durable: content
// keeps: everything
import writeFileAtomic from 'write-file-atomic';

export function replaceFile(path, content) {
    writeFileAtomic.sync(path, content);
}

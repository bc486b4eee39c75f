// Adapter for `list`: return the names in a folder.
import fs from 'node:fs';

export default ({ Adapter, settled, total }) =>
    class extends Adapter {
        prepare(pairs) {
            this.folder = pairs.ownText('folder');
        }

        iterate(iterations) {
            const { listFolder } = this.method;
            const folder = this.folder;
            return total(iterations, () => settled(listFolder(folder), (entries) => entries.length));
        }

        async check(pairs) {
            const proofFile = pairs.text('proof_file');
            const entries = await this.method.listFolder(this.folder);
            fs.writeFileSync(proofFile, entries.map((entry) => `${entry.name ?? entry}\0`).join(''));
            return { work: entries.length };
        }
    };

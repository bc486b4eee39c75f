// Adapter for `create`: write small files into a fresh folder.

export default ({ Adapter, letters, numbered, outputs, total }) =>
    class extends Adapter {
        prepare(pairs) {
            this.output = pairs.ownText('output');
            this.names = numbered(pairs.text('name'), pairs.ownInteger('files', 0));
            this.content = letters(pairs.integer('file_bytes', 0));
        }

        arrange(iterations) {
            this.folders = outputs(this.output, iterations);
        }

        iterate() {
            const { createFiles } = this.method;
            const { content, folders, names } = this;
            return total(folders.length, (index) => createFiles(folders[index], names, content));
        }
    };

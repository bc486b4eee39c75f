// Adapter for `copy`: copy a file to another one, which is not there yet.
import fs from 'node:fs';

export default ({ Adapter, outputs, settled, total }) =>
    class extends Adapter {
        prepare(pairs) {
            this.input = pairs.ownText('input');
            this.inputBytes = fs.statSync(this.input).size;
            this.output = pairs.ownText('output');
        }

        arrange(iterations) {
            this.paths = outputs(this.output, iterations);
        }

        iterate() {
            const { copyFile } = this.method;
            const { input, inputBytes, paths } = this;
            return total(paths.length, (index) => settled(copyFile(input, paths[index]), () => inputBytes));
        }
    };

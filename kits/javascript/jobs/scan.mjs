// Adapter for `scan`: read a file of integers and compute the sum.

export default ({ Adapter, BadRequest, settled, total }) =>
    class extends Adapter {
        prepare(pairs) {
            this.input = pairs.ownText('input');
        }

        iterate(iterations) {
            const { scan } = this.method;
            const input = this.input;
            this.proof = null;
            const summed = ({ integers, sum }) => {
                this.proof ??= sum;
                if (sum !== this.proof) {
                    throw new BadRequest(`${input}: the sum was ${this.proof} and then ${sum}`);
                }
                return integers;
            };
            return total(iterations, () => settled(scan(input), summed));
        }

        async check() {
            const { integers, sum, restBytes } = await this.method.scan(this.input);
            return { work: integers, proof: sum, rest_bytes: restBytes };
        }
    };

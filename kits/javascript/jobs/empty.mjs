// Adapter for `empty`: only the loop and the call, so that its time is what the kit costs.

export default ({ Adapter }) =>
    class extends Adapter {
        iterate(iterations) {
            const { nothing } = this.method;
            for (let iteration = 0; iteration < iterations; iteration++) {
                nothing();
            }
            return iterations;
        }
    };

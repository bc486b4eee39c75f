// Adapter for `scan`: read a file of integers and compute the sum.

import java.nio.file.Path;
import java.util.Map;

final class Job extends Kit.Adapter {
    private Path input;

    public static void main(String[] arguments) throws Exception {
        Kit.main("scan", Job::new);
    }

    /** Take over which file to read. */
    @Override
    void prepare(Kit.Pairs pairs) {
        input = pairs.ownPath("input");
    }

    /** Read the file and return the integers summed; each iteration must come to the same sum. */
    @Override
    long iterate(int iterations) throws Exception {
        long integers = 0;
        long sum = 0;
        for (int iteration = 0; iteration < iterations; iteration++) {
            Scan.Sums found = Scan.scan(input);
            if (iteration > 0 && found.sum() != sum) {
                throw new Kit.BadRequest(input + ": the sum was " + sum + " and then " + found.sum());
            }
            integers += found.integers();
            sum = found.sum();
        }
        proof = sum;
        return integers;
    }

    /** Read the file once. */
    @Override
    Map<String, Object> check(Kit.Pairs pairs) throws Exception {
        Scan.Sums found = Scan.scan(input);
        return Map.of("work", found.integers(), "proof", found.sum(), "rest_bytes", found.restBytes());
    }
}

// Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its arranging.

final class Job extends Kit.Adapter {
    private int napMs;
    private int arrangeMs;

    public static void main(String[] arguments) throws Exception {
        Kit.main("nap", Job::new);
    }

    @Override
    void prepare(Kit.Pairs pairs) {
        napMs = pairs.ownInteger("nap_ms", 0);
        arrangeMs = pairs.integer("arrange_ms", 0);
    }

    @Override
    void arrange(int iterations) throws Exception {
        Nap.nap(arrangeMs);
    }

    @Override
    long iterate(int iterations) throws Exception {
        for (int iteration = 0; iteration < iterations; iteration++) {
            Nap.nap(napMs);
        }
        return iterations;
    }
}

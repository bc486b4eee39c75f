// Adapter for `empty`: only the loop and the call, so that its time is what the kit costs.

final class Job extends Kit.Adapter {
    public static void main(String[] arguments) throws Exception {
        Kit.main("empty", Job::new);
    }

    /** Call the method and return the number of calls. */
    @Override
    long iterate(int iterations) {
        for (int iteration = 0; iteration < iterations; iteration++) {
            Nothing.nothing();
        }
        return iterations;
    }
}

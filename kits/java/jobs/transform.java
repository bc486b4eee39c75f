// Adapter for `transform`: send a whole file to stdout, its letters turned by ROT13.

final class Job {
    public static void main(String[] arguments) throws Exception {
        Kit.main("transform", () -> new ToSink(Transform::transform));
    }
}

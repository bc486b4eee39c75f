// Adapter for `deliver`: send a whole file to stdout as it is.

final class Job {
    public static void main(String[] arguments) throws Exception {
        Kit.main("deliver", () -> new ToSink(Deliver::deliver));
    }
}

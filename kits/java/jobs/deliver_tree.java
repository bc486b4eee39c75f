// Adapter for `deliver_tree`: send all files below a folder to stdout as they are.

final class Job {
    public static void main(String[] arguments) throws Exception {
        Kit.main("deliver_tree", () -> new ToSink(DeliverTree::deliverTree));
    }
}

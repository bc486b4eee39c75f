// Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each iteration.

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

final class Job extends Kit.Adapter {
    private String output;
    private int logs;
    private byte[] record;
    private int[] turns;
    private List<List<Path>> folders;

    public static void main(String[] arguments) throws Exception {
        Kit.main("append_many", Job::new);
    }

    /** Take over the folder, the numbers of logs and records, what a record is, and which log is next. */
    @Override
    void prepare(Kit.Pairs pairs) {
        output = pairs.ownText("output");
        logs = pairs.integer("logs", 1);
        record = Kit.letters(pairs.integer("record_bytes", 1) - 1, "\n");
        boolean isSkewed = pairs.choice("turns", "round_robin", "skewed").equals("skewed");
        IntStream all = IntStream.range(0, pairs.ownInteger("records", 0));
        turns = all.map(index -> isSkewed ? skewed(index) : index % logs).toArray();
    }

    /** Name the logs of each iteration. */
    @Override
    void arrange(int iterations) {
        List<Path> paths = Kit.outputs(output, iterations);
        folders = paths.stream().map(folder -> Kit.paths(Kit.numbered(folder + "/", logs))).toList();
    }

    /** Write the logs and return the records written. */
    @Override
    long iterate(int iterations) throws Exception {
        long written = 0;
        for (List<Path> paths : folders) {
            written += AppendMany.appendMany(paths, turns, record);
        }
        return written;
    }

    private int skewed(long index) {
        long drawn = (index * 1_103_515_245 + 12_345) % (1L << 31);
        long squared = drawn * drawn >> 31;
        return (int) ((squared * drawn >> 31) * logs >> 31);
    }
}

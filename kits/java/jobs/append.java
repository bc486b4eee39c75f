// Adapter for `append`: write records to a fresh file, from opening it to closing it.

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

final class Job extends Kit.Adapter {
    private String output;
    private int records;
    private byte[] record;
    private Tags<byte[]> tags; // null without a writer
    private List<Path> paths;

    public static void main(String[] arguments) throws Exception {
        Kit.main("append", Job::new);
    }

    /** Take over the file to write, the number of records, and what a record is. */
    @Override
    void prepare(Kit.Pairs pairs) {
        output = pairs.ownText("output");
        records = pairs.ownInteger("records", 0);
        int recordBytes = pairs.integer("record_bytes", 1);
        String end = pairs.choice("ending", "newline", "none").equals("newline") ? "\n" : "";
        record = Kit.letters(recordBytes - end.length(), end);
        tags = pairs.has("writer") ? new Tags<>(pairs.integer("writer", 0), recordBytes, end, bytes -> bytes) : null;
    }

    /** Name the file of each iteration. */
    @Override
    void arrange(int iterations) {
        paths = Kit.outputs(output, iterations);
    }

    /** Write the files and return the records written. */
    @Override
    long iterate(int iterations) throws Exception {
        long written = 0;
        for (Path path : paths) {
            written += Append.append(path, () -> new Alike(record, records));
        }
        return written;
    }

    /** Fill a window with records that tell whose they are. */
    @Override
    long fill(Kit.Window window) throws Exception {
        if (tags == null) {
            throw new Kit.BadRequest("end_ns needs prepare with writer");
        }
        return tags.fill(window, Append::append, paths.get(0), records);
    }

    /** Die in the middle of a file. */
    @Override
    void crash(int after) throws Exception {
        Append.append(paths.get(0), Kit.crashing(() -> new Alike(record, records), after));
    }

    /** So many times the same record. */
    private static final class Alike implements Iterator<byte[]> {
        private final byte[] record;
        private int left;

        Alike(byte[] record, int count) {
            this.record = record;
            left = count;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public byte[] next() {
            left--;
            return record;
        }
    }
}

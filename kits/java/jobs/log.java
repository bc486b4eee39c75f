// Adapter for `log`: log messages to a fresh file, from opening it to closing it.

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

final class Job extends Kit.Adapter {
    /** So many messages are different; then the first comes again. */
    private static final int DIFFERENT = 1000;

    private String output;
    private int count;
    private String[] different;
    private Tags<String> tags; // null without a writer
    private List<Path> paths;

    public static void main(String[] arguments) throws Exception {
        Kit.main("log", Job::new);
    }

    /** Take over the file to write, the number of messages, and what a message is. */
    @Override
    void prepare(Kit.Pairs pairs) {
        output = pairs.ownText("output");
        count = pairs.ownInteger("messages", 0);
        int bytes = pairs.integer("message_bytes", 1);
        String rest = text(Kit.letters(bytes, ""));
        different = IntStream.range(0, Math.min(count, DIFFERENT))
            .mapToObj(number -> "%03d %s".formatted(number, rest).substring(0, bytes))
            .toArray(String[]::new);
        tags = pairs.has("writer") ? new Tags<>(pairs.integer("writer", 0), bytes, "", Job::text) : null;
    }

    /** Name the file of each iteration. */
    @Override
    void arrange(int iterations) {
        paths = Kit.outputs(output, iterations);
    }

    /** Write the files and return the messages logged. */
    @Override
    long iterate(int iterations) throws Exception {
        long logged = 0;
        for (Path path : paths) {
            logged += Log.log(path, () -> new Again(different, count));
        }
        return logged;
    }

    /** Fill a window with messages that tell whose they are. */
    @Override
    long fill(Kit.Window window) throws Exception {
        if (tags == null) {
            throw new Kit.BadRequest("end_ns needs prepare with writer");
        }
        return tags.fill(window, Log::log, paths.get(0), count);
    }

    /** Die in the middle of a file. */
    @Override
    void crash(int after) throws Exception {
        Log.log(paths.get(0), Kit.crashing(() -> new Again(different, count), after));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, US_ASCII);
    }

    /** So many messages; after the last that is different the first comes again. */
    private static final class Again implements Iterator<String> {
        private final String[] different;
        private int left;
        private int index;

        Again(String[] different, int count) {
            this.different = different;
            left = count;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public String next() {
            left--;
            index = index < different.length ? index : 0;
            return different[index++];
        }
    }
}

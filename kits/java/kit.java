// The Java kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md.

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

final class Kit {
    private static final int PROTOCOL = 1;
    private static final String REQUESTS = "/dev/fd/3";
    private static final String REPLIES = "/dev/fd/4";

    /** An error repeats no more bytes of a word from outside than this. */
    private static final int MOST_SHOWN = 40;

    /** Clock readings that are searched for the smallest step. */
    private static final int CLOCK_READINGS = 1000;

    /** A worker sleeps until this long before a start time, and then only looks at the clock. */
    private static final long AWAKE_BEFORE_NS = 1_000_000;

    /** The status of a process that SIGKILL ended, as a shell tells it. */
    private static final int KILLED = 137;

// ---- Requests

    /** A request that the contract does not allow; the message says why. */
    static final class BadRequest extends RuntimeException {
        private static final long serialVersionUID = 1;

        BadRequest(String message) {
            super(message);
        }
    }

    /** The pairs of a request; `own` begins the keys of which the work and its lead-in have one each. */
    record Pairs(Map<String, String> pairs, String own) {
        boolean has(String key) {
            return pairs.containsKey(key);
        }

        /** The value of a key that must be there. */
        String text(String key) {
            if (!has(key)) {
                throw new BadRequest(key + " is missing");
            }
            return pairs.get(key);
        }

        /** The value of a key that must be there and be a whole number of `least` or more, and a size or a count. */
        int integer(String key, int least) {
            long number = time(key, least);
            if (number > Integer.MAX_VALUE) {
                throw new BadRequest(key + " is " + number + ", more than this kit can count");
            }
            return (int) number;
        }

        /** The same for a time in ns, which may be larger. */
        long time(String key, long least) {
            String text = text(key);
            if (!text.matches("[0-9]{1,18}") || Long.parseLong(text) < least) {
                String words = "%s is '%s', not a whole number of %d or more";
                throw new BadRequest(words.formatted(key, shown(text), least));
            }
            return Long.parseLong(text);
        }

        /** The value of a key that must be there and be one of some words. */
        String choice(String key, String... choices) {
            String text = text(key);
            if (!List.of(choices).contains(text)) {
                throw new BadRequest(key + " is '" + shown(text) + "', not " + String.join(" or ", choices));
            }
            return text;
        }

        /** The text of KEY, or for the lead-in that of lead_KEY. */
        String ownText(String key) {
            return text(own + key);
        }

        /** The same as a path. */
        Path ownPath(String key) {
            return Path.of(ownText(key));
        }

        /** The number of KEY, or for the lead-in that of lead_KEY. */
        int ownInteger(String key, int least) {
            return integer(own + key, least);
        }
    }

    private static String shown(String word) {
        return word.substring(0, Math.min(word.length(), MOST_SHOWN));
    }

    private static final Pattern PAIR =
        Pattern.compile("([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%(?!00)[0-9A-Fa-f]{2})*+)");

    /** The pairs of the words of a line, whose characters are bytes. */
    private static Pairs decode(List<String> words) {
        Map<String, String> pairs = new HashMap<>();
        for (String word : words) {
            Matcher found = PAIR.matcher(word);
            if (!found.matches()) {
                throw new BadRequest("'" + new String(shown(word).getBytes(ISO_8859_1), UTF_8) + "' is no key=value");
            }
            // a plus stands for itself, unlike in a form
            String bytes = URLDecoder.decode(found.group(2).replace("+", "%2B"), ISO_8859_1);
            String value = new String(bytes.getBytes(ISO_8859_1), UTF_8);
            if (!new String(value.getBytes(UTF_8), ISO_8859_1).equals(bytes)) {
                throw new BadRequest(found.group(1) + " is no UTF-8, which texts of Java cannot hold");
            }
            if (pairs.put(found.group(1), value) != null) {
                throw new BadRequest(found.group(1) + " comes twice");
            }
        }
        return new Pairs(pairs, "");
    }

// ---- Replies

    private static final Pattern NOT_PLAIN = Pattern.compile("[^A-Za-z0-9._~/:,+-]");

    /** A reply as a line. */
    private static String encode(String verb, Map<String, ?> values) {
        StringBuilder line = new StringBuilder(verb);
        values.forEach((key, value) -> {
            Matcher bytes = NOT_PLAIN.matcher(new String(value.toString().getBytes(UTF_8), ISO_8859_1));
            line.append(' ').append(key).append('=');
            line.append(bytes.replaceAll(found -> "%%%02X".formatted((int) found.group().charAt(0))));
        });
        return line.append('\n').toString();
    }

    /** What the system says where Java has a class of its own instead. */
    private static final Map<Class<?>, String> SYSTEM_WORDS = Map.of(
        AccessDeniedException.class, "Permission denied",
        DirectoryNotEmptyException.class, "Directory not empty",
        FileAlreadyExistsException.class, "File exists",
        NoSuchFileException.class, "No such file or directory",
        NotDirectoryException.class, "Not a directory");

    private static final Pattern NOT_FOUND = Pattern.compile("(.*) \\((.*)\\)", Pattern.DOTALL);

    /** An error in one line: the path and the system's words without Java's around them, or the method's own words. */
    private static String reasonOf(Throwable thrown) {
        if (thrown instanceof UncheckedIOException || thrown instanceof DirectoryIteratorException) {
            return reasonOf(thrown.getCause());
        }
        if (thrown instanceof FileSystemException failed) {
            String path = failed.getOtherFile() != null ? failed.getOtherFile() : failed.getFile();
            String reason = SYSTEM_WORDS.getOrDefault(failed.getClass(), failed.getReason());
            return reason != null ? path + ": " + reason : thrown.toString();
        }
        String message = thrown.getMessage();
        if (thrown instanceof FileNotFoundException && message != null) {
            Matcher words = NOT_FOUND.matcher(message);
            return words.matches() ? words.group(1) + ": " + words.group(2) : message;
        }
        if (message != null && (thrown instanceof BadRequest || thrown instanceof IOException)) {
            return message;
        }
        thrown.printStackTrace(); // a mistake in a method is found by its line
        return thrown.toString();
    }

// ---- Clock

    /** The time of the system's monotonic clock, as other processes read it, which Java does not promise but gives. */
    static long nowNs() {
        return System.nanoTime();
    }

    /** The smallest step of the clock that was seen. */
    private static long clockStepNs() {
        long least = 1_000_000;
        long before = nowNs();
        for (int reading = 0; reading < CLOCK_READINGS; reading++) {
            long now = nowNs();
            least = now > before ? Math.min(least, now - before) : least;
            before = now;
        }
        return least;
    }

    /** Return at a time of the clock, at once if it has passed; a sleep alone would end late. */
    private static void waitUntil(long startNs) {
        for (long leftNs; (leftNs = startNs - AWAKE_BEFORE_NS - nowNs()) > 0;) {
            LockSupport.parkNanos(leftNs);
        }
        while (nowNs() < startNs) {
            Thread.onSpinWait();
        }
    }

// ---- Counters

    /** A file in which the system counts, kept open: calls that read it can be told from those of the work. */
    private static class Counted {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
        private FileChannel file; // null: no such system, or no such process

        Counted(String path) {
            try {
                file = FileChannel.open(Path.of(path));
            } catch (IOException error) {
                file = null;
            }
        }

        /** What it says now; nothing if the system does not say. */
        String read() {
            try {
                int count = file == null ? 0 : file.read(buffer.clear(), 0);
                byte[] text = new byte[Math.max(0, count)];
                buffer.flip().get(text);
                return new String(text, ISO_8859_1);
            } catch (IOException error) {
                return "";
            }
        }

        void close() throws IOException {
            if (file != null) {
                file.close();
            }
        }

        /** The number behind a name; null if there is none. */
        static Long after(String name, String text) {
            int begin = text.indexOf(name) + name.length();
            int end = text.indexOf('\n', begin);
            return begin < name.length() || end < 0 ? null : Long.valueOf(text.substring(begin, end).strip());
        }
    }

    /** What the scheduler says: a thread's time on a CPU, and its time runnable but not running. */
    private record Counts(long ranNs, long queueNs) {}

    /** A thread as the scheduler counts it, or the first one of a process. */
    private static final class Scheduled extends Counted {
        private long lastRanNs;

        Scheduled(String process) {
            super("/proc/" + process + "/schedstat");
        }

        /** Both; null if the system does not say. */
        Counts counts() {
            String[] numbers = read().split("[ \n]");
            lastRanNs = numbers.length < 2 ? lastRanNs : Long.parseLong(numbers[0]);
            // a system that does not count says 0
            return numbers.length < 2 || lastRanNs == 0 ? null : new Counts(lastRanNs, Long.parseLong(numbers[1]));
        }
    }

    /** What this process has used, and its ticks of CPU time as the user's and the system's. */
    private record Usage(long userTicks, long systemTicks, Map<String, Long> figures) {}

    private static final Counted STAT = new Counted("/proc/self/stat");
    private static final Counted STATUS = new Counted("/proc/thread-self/status");
    private static final Counted IO = new Counted("/proc/self/io");
    private static final File THREADS = new File("/proc/self/task");

    private final Map<String, Scheduled> others = new HashMap<>(); // threads: of the compiler, of the collector
    private long endedNs; // that threads ran which are no more

    /** The time on a CPU of the threads that were not known, apart from the one that works; they are from now on. */
    private long newOthersNs() {
        String[] threads = THREADS.list();
        long othersNs = 0;
        for (String thread : threads == null ? new String[0] : threads) {
            if (!thread.equals(ownThread) && !others.containsKey(thread)) {
                Scheduled other = new Scheduled("self/task/" + thread);
                others.put(thread, other);
                other.counts();
                othersNs += other.lastRanNs;
            }
        }
        return othersNs;
    }

    /** That of those that are known. */
    private long othersNs() throws IOException {
        long othersNs = 0;
        for (var each = others.values().iterator(); each.hasNext();) {
            Scheduled thread = each.next();
            if (thread.counts() == null) {
                thread.close();
                endedNs += thread.lastRanNs;
                each.remove();
            } else {
                othersNs += thread.lastRanNs;
            }
        }
        return othersNs + endedNs;
    }

    /** Java has no getrusage(). Faults and bytes are those of the process, switches those of the thread that works. */
    private static Usage usage() {
        String stat = STAT.read();
        String[] numbers = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (numbers.length < 13) {
            return new Usage(0, 0, Map.of());
        }
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("minor_faults", Long.valueOf(numbers[7]));
        figures.put("major_faults", Long.valueOf(numbers[9]));
        String status = STATUS.read();
        figures.put("voluntary_switches", Counted.after("\nvoluntary_ctxt_switches:", status));
        figures.put("involuntary_switches", Counted.after("\nnonvoluntary_ctxt_switches:", status));
        figures.put("device_read_bytes", Counted.after("\nread_bytes:", IO.read()));
        long userTicks = Long.parseLong(numbers[11]);
        return new Usage(userTicks, Long.parseLong(numbers[12]), figures);
    }

    /**
     * Add the resources used between two readings. The scheduler tells each thread's CPU time in ns, but how user and
     * system share it in ticks, of which a sample may see none: the share is that of all ticks since `prepare`.
     */
    private void addSpent(Map<String, Object> figures, Usage before, Usage after, long ranNs) {
        long user = after.userTicks - prepared.userTicks;
        long all = user + after.systemTicks - prepared.systemTicks;
        if (all == 0) { // too early to tell: since the beginning
            user = after.userTicks;
            all = user + after.systemTicks;
        }
        if (all > 0) {
            long userNs = Math.round((double) ranNs * user / all);
            figures.put("user_ns", userNs);
            figures.put("system_ns", ranNs - userNs);
        }
        after.figures.forEach((key, now) -> {
            if (now != null && before.figures.get(key) != null) {
                figures.put(key, now - before.figures.get(key));
            }
        });
    }

// ---- Windows

    /** A span of time that is filled with work, whose pieces are due every so many ns, or (0) one follows the other. */
    record Window(long startNs, long endNs, long everyNs, Moments moments) {
        /** The window of a request; null if it has none. */
        private static Window of(Pairs pairs) {
            if (!pairs.has("end_ns")) {
                return null;
            }
            pairs.text("moments");
            long everyNs = pairs.has("every_ns") ? pairs.time("every_ns", 1) : 0;
            return new Window(pairs.time("start_ns", 0), pairs.time("end_ns", 1), everyNs, new Moments());
        }

        /** Wait until the next piece of work is due, counted from 0; when it was due, or -1 if the window is over. */
        long next(long number) {
            if (everyNs == 0) {
                long now = nowNs();
                return now < endNs ? now : -1;
            }
            if (number > (endNs - startNs) / everyNs || startNs + number * everyNs >= endNs) {
                return -1;
            }
            waitUntil(startNs + number * everyNs);
            return nowNs() < endNs ? startNs + number * everyNs : -1;
        }
    }

    /** The times at which each piece of work (a record, or an iteration) began and was done. */
    static final class Moments {
        private long[] moments = new long[1 << 10];
        private int count;

        /** Note that a piece of work begins, or was due, or that it is done. */
        void note(long moment) {
            moments = count < moments.length ? moments : Arrays.copyOf(moments, 2 * count);
            moments[count++] = moment;
        }

        /** Whether a piece of work has begun and is not done. */
        boolean isAtWork() {
            return count % 2 == 1;
        }

        /** Write the moments to a file, as integers of the machine. */
        private void write(String path) throws IOException {
            ByteBuffer raw = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.nativeOrder());
            raw.asLongBuffer().put(moments, 0, count);
            Files.write(Path.of(path), raw.array());
        }
    }

// ---- Heap

    /** Every so many pieces one is kept, so that the heap does not shrink to what it was. */
    private static final int KEPT_OF = 64;

    /** A piece for which an allocator does all that it put off when others were given back. */
    private static final int LARGE_BYTES = 65_536;

    private static final List<byte[]> KEPT = new ArrayList<>();
    private static byte[] large; // not null for an instant, so that it is really taken

    /** Take memory in pieces and give most of it back; the bytes of all pieces. */
    private static long useHeap(long heapBytes) {
        List<byte[]> pieces = new ArrayList<>();
        long taken = 0;
        while (taken < heapBytes) {
            byte[] piece = new byte[16 + 97 * pieces.size() % 1000];
            Arrays.fill(piece, (byte) 'x');
            pieces.add(piece);
            taken += piece.length;
        }
        for (int index = 0; index < pieces.size(); index += KEPT_OF) {
            KEPT.add(pieces.get(index));
        }
        pieces.clear();
        System.gc(); // or it would be given back whenever the collector runs, within the work
        large = new byte[LARGE_BYTES];
        large = null;
        return taken;
    }

// ---- Adapters

    /** The base of a job's adapter. The kit makes two of it: the work, and its lead-in. */
    abstract static class Adapter {
        /** The number that all iterations of the last iterate() gave, if the job has a proof. */
        Long proof;

        /** Take over the paths and sizes of a level. */
        void prepare(Pairs pairs) throws Exception {}

        /** Make what must exist before the work. */
        void arrange(int iterations) throws Exception {}

        /** Do the work; the work done by all iterations together. */
        abstract long iterate(int iterations) throws Exception;

        /** Work out the proof of the last iterate(), after its time was taken, if that takes a while. */
        void prove() throws Exception {}

        /** Fill a window with work, iteration by iteration if the adapter knows no better; the work done. */
        long fill(Window window) throws Exception {
            long work = 0;
            Long before = null;
            long beginsNs;
            for (long number = 0; (beginsNs = window.next(number)) >= 0; number++) {
                work += iterate(1);
                window.moments.note(beginsNs);
                window.moments.note(nowNs());
                if (number > 0 && !Objects.equals(proof, before)) {
                    throw new BadRequest("iterations gave unlike results");
                }
                before = proof;
            }
            return work;
        }

        /** Do one iteration, or die in the middle of it, and return what proves it. */
        Map<String, Object> check(Pairs pairs) throws Exception {
            arrange(1);
            if (pairs.has("crash_after")) {
                crash(pairs.integer("crash_after", 0));
            }
            return Map.of("work", iterate(1));
        }

        /** Do one iteration, and end this process when the method has asked for so many records and one more. */
        void crash(int after) throws Exception {
            throw new BadRequest("crash_after is not for this job");
        }
    }

    /** So many texts that end in a number from 0 on. */
    static List<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
    }

    static List<Path> paths(List<String> texts) {
        return texts.stream().map(Path::of).toList();
    }

    /** The output of each iteration. */
    static List<Path> outputs(String prefix, int iterations) {
        return paths(numbered(prefix + ".", iterations));
    }

    /** So many bytes, the letters from a to z again and again, and an end. */
    static byte[] letters(int size, String end) {
        byte[] letters = new byte[size + end.length()];
        for (int index = 0; index < size; index++) {
            letters[index] = (byte) ('a' + index % 26);
        }
        System.arraycopy(end.getBytes(UTF_8), 0, letters, size, end.length());
        return letters;
    }

    /** The numbers of a file that has one in each line. */
    static long[] numbersOf(Path path) throws IOException {
        return Files.readAllLines(path, ISO_8859_1).stream().mapToLong(Long::parseLong).toArray();
    }

    /** The texts of a file in which a zero byte follows each. */
    static List<String> textsOf(Path path) throws IOException {
        List<String> texts = List.of(Files.readString(path).split("\0", -1));
        return texts.subList(0, texts.size() - 1);
    }

    /**
     * Hand out so many items. This process ends, and leaves everything as it is, if another is asked for. Java does not
     * send itself SIGKILL: halt() runs no hook and flushes nothing, but other threads go on for some ms.
     */
    static <T> Iterable<T> crashing(Iterable<T> items, int count) {
        return () -> new Iterator<>() {
            private final Iterator<T> rest = items.iterator();
            private int left = count;

            @Override
            public boolean hasNext() {
                if (left == 0 || !rest.hasNext()) {
                    Runtime.getRuntime().halt(KILLED);
                }
                return true;
            }

            @Override
            public T next() {
                left--;
                return rest.next();
            }
        };
    }

// ---- Verbs

    private final String job;
    private final Adapter work;
    private final Adapter leadIn;
    private final String ownThread;
    private final Scheduled own = new Scheduled("thread-self");
    private final Map<Long, Scheduled> readers = new HashMap<>();
    private Usage prepared; // null: nothing is

    private Kit(String job, Adapter work, Adapter leadIn) throws IOException {
        this.job = job;
        this.work = work;
        this.leadIn = leadIn;
        this.ownThread = new File("/proc/thread-self").getCanonicalFile().getName();
    }

    /** The reply to a request, as a line. */
    private String answer(String verb, Pairs pairs) throws Exception {
        return switch (verb) {
            case "hello" -> encode("hello", hello(pairs));
            case "prepare" -> encode("ready", prepare(pairs));
            case "measure" -> encode("sample", pairs.has("collections") ? collected(pairs) : measure(pairs));
            case "check" -> encode("checked", check(pairs));
            case "bye" -> encode("bye", Map.of());
            default -> throw new BadRequest("unknown verb '" + shown(verb) + "'");
        };
    }

    private static Map<String, Object> hello(Pairs pairs) {
        long version = pairs.time("protocol", 0);
        if (version != PROTOCOL) {
            throw new BadRequest("protocol is " + version + ", this kit speaks " + PROTOCOL);
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("protocol", PROTOCOL);
        figures.put("language", "java");
        figures.put("runtime", "Java " + System.getProperty("java.version"));
        figures.put("clock_step_ns", clockStepNs());
        if (pairs.has("heap_bytes")) {
            figures.put("heap_bytes", useHeap(pairs.time("heap_bytes", 0)));
        }
        return figures;
    }

    private Map<String, Object> prepare(Pairs pairs) throws Exception {
        prepared = null; // a request that fails midway leaves nothing to measure
        if (!pairs.text("job").equals(job)) {
            throw new BadRequest("job is '" + shown(pairs.text("job")) + "', this worker does '" + job + "'");
        }
        work.prepare(pairs);
        leadIn.prepare(new Pairs(pairs.pairs, "lead_"));
        prepared = usage();
        return Map.of();
    }

    private Map<String, Object> measure(Pairs pairs) throws Exception {
        requirePrepared("measure");
        int iterations = pairs.integer("iterations", 1);
        int leadIn = pairs.integer("lead_in", 0);
        long startNs = pairs.has("start_ns") ? pairs.time("start_ns", 0) : 0;
        Window window = Window.of(pairs);
        Scheduled reader = readerOf(pairs);
        work.arrange(iterations);
        if (leadIn > 0) {
            this.leadIn.arrange(leadIn);
            this.leadIn.iterate(leadIn);
        }
        waitUntil(startNs);
        // The queue is read next to the clock: the other counters take longer, and may have the worker lose its turn.
        Usage before = usage();
        newOthersNs();
        Counts readerBefore = reader == null ? null : reader.counts();
        long othersBeforeNs = othersNs();
        Counts ownBefore = own.counts();
        long beganNs = nowNs();
        long done = window == null ? work.iterate(iterations) : work.fill(window);
        long endedNs = nowNs();
        Counts ownAfter = own.counts();
        long othersAfterNs = othersNs();
        Counts readerAfter = reader == null ? null : reader.counts();
        othersAfterNs += newOthersNs();
        Usage after = usage();
        work.prove();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("wall_ns", endedNs - beganNs);
        figures.put("work", done);
        if (ownBefore != null && ownAfter != null) {
            long ranNs = ownAfter.ranNs - ownBefore.ranNs + othersAfterNs - othersBeforeNs;
            addSpent(figures, before, after, ranNs);
            figures.put("queue_ns", ownAfter.queueNs - ownBefore.queueNs);
        }
        if (readerBefore != null && readerAfter != null) {
            figures.put("reader_ns", readerAfter.ranNs - readerBefore.ranNs);
            figures.put("reader_queue_ns", readerAfter.queueNs - readerBefore.queueNs);
        }
        if (work.proof != null) {
            figures.put("proof", work.proof);
        }
        if (window != null) {
            window.moments.write(pairs.text("moments"));
            figures.put("began_ns", beganNs);
        }
        return figures;
    }

    /** The same, with how often garbage was collected. What tells that is loaded only if somebody asks. */
    private Map<String, Object> collected(Pairs pairs) throws Exception {
        long[] before = collections();
        Map<String, Object> figures = measure(pairs);
        long[] after = collections();
        figures.put("collections", after[0] - before[0]);
        figures.put("gc_ns", (after[1] - before[1]) * 1_000_000);
        return figures;
    }

    /** How often collections have stopped the program, and for how many ms; cycles go on beside it. */
    private static long[] collections() {
        long[] found = new long[2];
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (!bean.getName().endsWith("Cycles")) {
                found[0] += Math.max(0, bean.getCollectionCount());
                found[1] += Math.max(0, bean.getCollectionTime());
            }
        }
        return found;
    }

    /** The reader that a request names; null if it names none. */
    private Scheduled readerOf(Pairs pairs) {
        if (!pairs.has("reader")) {
            return null;
        }
        return readers.computeIfAbsent(pairs.time("reader", 1), process -> new Scheduled("" + process));
    }

    private Map<String, Object> check(Pairs pairs) throws Exception {
        requirePrepared("check");
        return work.check(pairs);
    }

    private void requirePrepared(String verb) {
        if (prepared == null) {
            throw new BadRequest(verb + " before prepare");
        }
    }

// ---- The worker

    /** Answer requests until one is `bye` or there are no more. */
    private void serve(InputStream requests, OutputStream replies) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int letter; (letter = requests.read()) >= 0;) {
            if (letter != '\n') {
                line.write(letter);
                continue;
            }
            List<String> words = Arrays.asList(line.toString(ISO_8859_1).split(" ", -1));
            line.reset();
            String reply;
            try {
                reply = answer(words.get(0), decode(words.subList(1, words.size())));
            } catch (Throwable thrown) { // whatever the method did
                reply = encode("error", Map.of("message", reasonOf(thrown)));
            }
            replies.write(reply.getBytes(ISO_8859_1));
            if (reply.equals("bye\n")) {
                return;
            }
        }
    }

    /** Serve the job of that name; each call of `make` gives an adapter. */
    static void main(String job, Supplier<Adapter> make) throws IOException {
        try (InputStream requests = new BufferedInputStream(new FileInputStream(REQUESTS));
             OutputStream replies = new FileOutputStream(REPLIES)) {
            new Kit(job, make.get(), make.get()).serve(requests, replies);
        }
        Runtime.getRuntime().halt(0); // whatever the method has left running
    }
}

// Write records to fresh logs, as the articles on logging and on a RAM drive compare it.
//     java -cp FOLDER Append METHOD FOLDER TEXT RECORDS SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

final class Append {
    interface Method {
        void append(Path path, byte[] text, int records) throws IOException;
    }

    static void fileOutputStream(Path path, byte[] text, int records) throws IOException {
        try (var log = new FileOutputStream(path.toFile(), true)) {
            for (int i = 0; i < records; i++) {
                log.write(text);
            }
        }
    }

    static void bufferedOutputStream(Path path, byte[] text, int records) throws IOException {
        try (var log = new BufferedOutputStream(new FileOutputStream(path.toFile(), true))) {
            for (int i = 0; i < records; i++) {
                log.write(text);
            }
        }
    }

    static void filesWrite(Path path, byte[] text, int records) throws IOException {
        for (int i = 0; i < records; i++) {
            Files.write(path, text, CREATE, APPEND);
        }
    }

    static Map<String, Method> methods() {
        var methods = new LinkedHashMap<String, Method>();
        methods.put("file_output_stream", Append::fileOutputStream);
        methods.put("buffered_output_stream", Append::bufferedOutputStream);
        methods.put("files_write", Append::filesWrite);
        return methods;
    }

    /** Make an empty log, and return its path. */
    static Path fresh(String folder, String name) throws IOException {
        return Files.createFile(Path.of(folder, name));
    }

    /** For how long this thread has waited for a CPU that others had; -1 if the system does not tell. */
    static long waitedNs() {
        try {
            return Long.parseLong(Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ")[1]);
        } catch (IOException nobodyTells) {
            return -1;
        }
    }

    /** Take blocks of memory and give them back in another order, as a program does that has worked before. */
    static void useMemory(int blocks) {
        var held = new byte[blocks][];
        for (int i = 0; i < blocks; i++) {
            held[i] = new byte[1 + i * 37 % 120];
        }
        for (int step = 0; step < 7; step++) {
            for (int i = step; i < blocks; i += 7) {
                held[i] = null;
            }
        }
    }

    /** Have the neighbour on our stdin work for a while, and wait until it is done. */
    static void letNeighbourWork(OutputStream neighbour) throws IOException {
        neighbour.write('w');
        if (System.in.read() < 0) {
            throw new IOException("the neighbour does not answer");
        }
    }

    public static void main(String[] words) throws IOException {
        if (words.length < 10) {
            System.out.println(String.join("\n", methods().keySet()));
            System.exit(words.length == 0 ? 0 : 2);
        }
        var method = methods().get(words[0]);
        var folder = words[1];
        var text = words[2].getBytes(UTF_8);
        var numbers = new int[7];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(words[3 + i]);
        }
        int records = numbers[0];
        int turns = numbers[2];
        boolean hasNeighbour = numbers[5] != 0;
        int fewer = numbers[6];
        var neighbour = new FileOutputStream(FileDescriptor.in); // a socket, which is written to as well
        useMemory(numbers[4]);
        for (int turn = 0; turn < numbers[3]; turn++) {
            method.append(fresh(folder, "untimed." + turn), text, records);
        }
        for (int sample = 0; sample < numbers[1]; sample++) {
            if (hasNeighbour) {
                letNeighbourWork(neighbour);
            }
            for (int turn = 0; fewer > 0 && turn < turns; turn++) {
                method.append(fresh(folder, "fewer." + sample + "." + turn), text, fewer);
            }
            var logs = new Path[turns];
            for (int turn = 0; turn < turns; turn++) {
                logs[turn] = fresh(folder, "log." + sample + "." + turn);
            }
            long before = waitedNs();
            long begun = System.nanoTime();
            for (var log : logs) {
                method.append(log, text, records);
            }
            long took = System.nanoTime() - begun;
            long after = waitedNs();
            System.err.println(took + " " + (before < 0 || after < 0 ? "-" : String.valueOf(after - before)));
        }
    }
}

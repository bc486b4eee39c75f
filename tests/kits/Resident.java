import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;

/**
 * The compiler and the archiver of Java in one process that stays: `java Resident.java REQUESTS REPLIES`, two named
 * pipes.
 *
 * <p>A request has a zero byte behind each of its words: the folder to work in, the class path ("" for none),
 * MODULE/CLASS as they stand after `java -m`, and what follows there. A reply is the exit status in a line of its own,
 * then what the tool said. It ends with its standard input.
 */
final class Resident {
    private static final Map<String, String> TOOLS = Map.of(
        "jdk.compiler/com.sun.tools.javac.Main", "javac",
        "jdk.jartool/sun.tools.jar.Main", "jar");

    /** Words after which there is a path. */
    private static final Set<String> BEFORE_A_PATH = Set.of("-d", "-C", "--file");

    private Resident() {}

    public static void main(String[] arguments) throws Exception {
        var ending = new Thread(Resident::endWithInput);
        ending.setDaemon(true);
        ending.start();
        Path requests = Path.of(arguments[0]);
        Path replies = Path.of(arguments[1]);
        while (true) {
            String[] words = Files.readString(requests, UTF_8).split("\0", -1);
            Files.writeString(replies, reply(words));
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {}
        } catch (Exception error) {
            // It is gone as well.
        }
        Runtime.getRuntime().halt(0);
    }

    /** A class path with the archives of each FOLDER/* in it, as `java` passes it on. */
    private static String expanded(String classPath) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.endsWith("/*")) {
                entries.add(entry);
                continue;
            }
            try (var archives = Files.newDirectoryStream(Path.of(entry).getParent(), "*.jar")) {
                archives.forEach(archive -> entries.add(archive.toString()));
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static String reply(String[] request) throws IOException {
        Path folder = Path.of(request[0]);
        String tool = TOOLS.get(request[2]);
        if (tool == null) {
            return "2\nno tool is called " + request[2] + "\n";
        }
        List<String> words = new ArrayList<>();
        if (tool.equals("javac")) {
            words.addAll(List.of("-classpath", request[1].isEmpty() ? request[0] : expanded(request[1])));
        }
        for (int index = 3; index < request.length - 1; index++) {
            boolean isPath = BEFORE_A_PATH.contains(request[index - 1]) || request[index].endsWith(".java");
            words.add(isPath ? folder.resolve(request[index]).toString() : request[index]);
        }
        var said = new StringWriter();
        var writer = new PrintWriter(said);
        int status = ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, words.toArray(String[]::new));
        return status + "\n" + said;
    }
}

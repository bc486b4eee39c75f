// Adapter for `list`: return the names in a folder.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

final class Job extends Kit.Adapter {
    private Path folder;

    public static void main(String[] arguments) throws Exception {
        Kit.main("list", Job::new);
    }

    /** Take over which folder to list. */
    @Override
    void prepare(Kit.Pairs pairs) {
        folder = pairs.ownPath("folder");
    }

    /** List the folder and return the entries that came back. */
    @Override
    long iterate(int iterations) throws Exception {
        long entries = 0;
        for (int iteration = 0; iteration < iterations; iteration++) {
            entries += all(ListFolder.listFolder(folder)).size();
        }
        return entries;
    }

    /** List the folder once and write what came back to the proof file. */
    @Override
    Map<String, Object> check(Kit.Pairs pairs) throws Exception {
        Path proofFile = Path.of(pairs.text("proof_file"));
        Collection<?> entries = all(ListFolder.listFolder(folder));
        Files.writeString(proofFile, entries.stream().map(entry -> entry + "\0").collect(Collectors.joining()));
        return Map.of("work", entries.size());
    }

    /** A method may give an array or a list, of names, paths or files. */
    private static Collection<?> all(Object[] entries) {
        return Arrays.asList(entries);
    }

    private static Collection<?> all(Collection<?> entries) {
        return entries;
    }
}

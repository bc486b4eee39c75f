// Files.readAllBytes() in a pool of threads, by an ExecutorService that is kept.
// Use it when files come from a device; small ones in memory cost less than handing them out.
// called: Files.readAllBytes() in a thread pool
// tags: threaded
// parameters: at_once 1..256
// unsized: yes

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class Load {
    private static final int AT_ONCE = 8;
    private static final ExecutorService READERS =
            Executors.newFixedThreadPool(
                    AT_ONCE,
                    work -> {
                        Thread reader = new Thread(work);
                        reader.setDaemon(true);
                        return reader;
                    });

    static List<byte[]> load(Path folder, List<String> names) throws IOException, InterruptedException {
        List<Future<byte[]>> read = new ArrayList<>(names.size());
        for (String name : names) {
            read.add(READERS.submit(() -> Files.readAllBytes(folder.resolve(name))));
        }
        List<byte[]> contents = new ArrayList<>(names.size());
        try {
            for (Future<byte[]> one : read) {
                contents.add(one.get());
            }
        } catch (ExecutionException error) {
            throw error.getCause() instanceof IOException reason ? reason : new IOException(error.getCause());
        }
        return contents;
    }
}

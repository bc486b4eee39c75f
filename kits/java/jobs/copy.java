// Adapter for `copy`: copy a file to another one, which is not there yet.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class Job extends Kit.Adapter {
    private Path input;
    private long inputBytes;
    private String output;
    private List<Path> paths;

    public static void main(String[] arguments) throws Exception {
        Kit.main("copy", Job::new);
    }

    /** Take over the file to copy, and the name of the copy. */
    @Override
    void prepare(Kit.Pairs pairs) throws Exception {
        input = pairs.ownPath("input");
        inputBytes = Files.size(input);
        output = pairs.ownText("output");
    }

    /** Name the copy of each iteration. */
    @Override
    void arrange(int iterations) {
        paths = Kit.outputs(output, iterations);
    }

    /** Make the copies and return the bytes copied. */
    @Override
    long iterate(int iterations) throws Exception {
        for (Path path : paths) {
            CopyFile.copyFile(input, path);
        }
        return inputBytes * iterations;
    }
}

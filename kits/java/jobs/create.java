// Adapter for `create`: write small files into a fresh folder.

import java.nio.file.Path;
import java.util.List;

final class Job extends Kit.Adapter {
    private String output;
    private List<String> names;
    private byte[] content;
    private List<Path> folders;

    public static void main(String[] arguments) throws Exception {
        Kit.main("create", Job::new);
    }

    /** Take over the folder to fill, the number of files, and what they are. */
    @Override
    void prepare(Kit.Pairs pairs) {
        output = pairs.ownText("output");
        names = Kit.numbered(pairs.text("name"), pairs.ownInteger("files", 0));
        content = Kit.letters(pairs.integer("file_bytes", 0), "");
    }

    /** Name the folder of each iteration. */
    @Override
    void arrange(int iterations) {
        folders = Kit.outputs(output, iterations);
    }

    /** Fill the folders and return the files written. */
    @Override
    long iterate(int iterations) throws Exception {
        long written = 0;
        for (Path folder : folders) {
            written += CreateFiles.createFiles(folder, names, content);
        }
        return written;
    }
}

// Compiles each folder that is given with all warnings as errors; one process, which looks into libraries once.

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

final class Lint {
    // A method's class has the name of its function; a lock that is only held is not named again.
    private static final List<String> OPTIONS = List.of("-Xlint:all,-auxiliaryclass,-try", "-Werror", "-proc:none");

    public static void main(String[] folders) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int failed = 0;
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (String folder : folders) {
                files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(Path.of(folder)));
                File[] sources = new File(folder).listFiles((place, name) -> name.endsWith(".java"));
                var units = files.getJavaFileObjects(sources);
                failed += compiler.getTask(null, files, null, OPTIONS, null, units).call() ? 0 : 1;
            }
        }
        System.exit(failed == 0 ? 0 : 1);
    }
}

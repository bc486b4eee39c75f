// Compiles each folder that is given with all warnings as errors; one process, since a compiler's start takes longest.

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

final class Lint {
    // A method's class has the name of its function; a lock that is only held is not named again.
    private static final List<String> OPTIONS = List.of("-Xlint:all,-auxiliaryclass,-try", "-Werror", "-proc:none");

    public static void main(String[] folders) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int failed = 0;
        for (String folder : folders) {
            List<String> arguments = new ArrayList<>(OPTIONS);
            arguments.addAll(List.of("-d", folder));
            for (File source : new File(folder).listFiles((place, name) -> name.endsWith(".java"))) {
                arguments.add(source.getPath());
            }
            failed += compiler.run(null, System.out, System.err, arguments.toArray(new String[0])) == 0 ? 0 : 1;
        }
        System.exit(failed == 0 ? 0 : 1);
    }
}

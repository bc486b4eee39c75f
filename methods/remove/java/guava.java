// MoreFiles.deleteRecursively() of Guava, by descriptors of folders, so that no link is followed.
// Use it when others can write there: no link that is put in the place of a folder leads elsewhere.
// called: Guava's MoreFiles.deleteRecursively()
// needs: package guava
// refused: goes on
// missing: error
// top_link: link alone
// any_name: yes
// deep: yes

import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.nio.file.Path;

final class RemoveTree {
    static void removeTree(Path folder) throws IOException {
        MoreFiles.deleteRecursively(folder);
    }
}

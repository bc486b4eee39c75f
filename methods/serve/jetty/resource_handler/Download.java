// ResourceHandler of Jetty: it knows types, parts and conditions, and keeps what it sent lately in memory.
// Use it for files that lie on a disk and are asked for often.
// called: ResourceHandler of Jetty
// needs: package jetty
// decides: program
// ranges: yes
// conditional: yes
// streams: no
import java.nio.file.Path;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;

final class Download {
    static Handler handler(Path files) {
        var resources = new ResourceHandler();
        resources.setBaseResource(ResourceFactory.root().newResource(files));
        resources.setDirAllowed(false);
        return new ContextHandler(resources, "/download");
    }
}

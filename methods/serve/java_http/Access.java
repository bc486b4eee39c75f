// The part that all programs share: it looks at the signature of a link, and says which file is to be sent.
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

final class Access {
    /** The key with which links are signed; it is in the environment of the service. */
    private static final SecretKeySpec KEY =
            new SecretKeySpec(System.getenv("DOWNLOAD_KEY").getBytes(UTF_8), "HmacSHA256");

    private static final String SIGNATURE = "signature=";

    private final Path files;

    Access(Path files) {
        this.files = files;
    }

    /** The file that is to be sent, and 200; or another status if there is none. */
    record Found(int status, Path file) {}

    /** The file that a link to /download/NAME?signature=... is for. */
    Found fileOfLink(URI link) {
        Path name = Path.of(link.getPath()).getFileName();
        if (!MessageDigest.isEqual(signatureOf(name.toString()), signatureIn(link.getQuery()))) {
            return new Found(403, null);
        }
        Path file = files.resolve(name);
        return Files.isRegularFile(file) ? new Found(200, file) : new Found(404, null);
    }

    private static byte[] signatureOf(String name) {
        try {
            Mac mac = Mac.getInstance(KEY.getAlgorithm());
            mac.init(KEY);
            return mac.doFinal(name.getBytes(UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // every Java has this algorithm
        }
    }

    /** The bytes of the signature in a link; none if there is none. */
    private static byte[] signatureIn(String query) {
        try {
            boolean isThere = query != null && query.startsWith(SIGNATURE);
            return HexFormat.of().parseHex(isThere ? query.substring(SIGNATURE.length()) : "");
        } catch (IllegalArgumentException notHexadecimal) {
            return new byte[0];
        }
    }
}

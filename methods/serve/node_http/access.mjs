// The part that all programs share: it looks at the signature of a link, and says which file is to be sent.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

const FILES = '/srv/files';

/** There is no file to be sent, and the answer has this status. */
export class Refused extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/** Return the path and the size of the file that a link to /download/NAME?signature=... is for. */
export async function fileOfLink(link) {
    const { name, signature } = partsOf(link);
    const right = Buffer.from(createHmac('sha256', process.env.DOWNLOAD_KEY).update(name).digest('hex'));
    const given = Buffer.from(signature);
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new Refused(403, 'This link is not signed.');
    }
    const path = join(FILES, name);
    const about = await stat(path).catch(() => null);
    if (!about?.isFile()) {
        throw new Refused(404, 'There is no such file.');
    }
    return { path, size: about.size };
}

function partsOf(link) {
    try {
        const { pathname, searchParams } = new URL(link, 'http://localhost');
        return { name: basename(decodeURIComponent(pathname)), signature: searchParams.get('signature') ?? '' };
    } catch {
        throw new Refused(400, 'This is no link.');
    }
}

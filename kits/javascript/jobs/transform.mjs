// Adapter for `transform`: send a whole file to stdout, its letters turned by ROT13.
import { toSink } from './to_sink.mjs';

export default (kit) => toSink(kit, ({ transform }) => transform);

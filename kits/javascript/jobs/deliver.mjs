// Adapter for `deliver`: send a whole file to stdout as it is.
import { toSink } from './to_sink.mjs';

export default (kit) => toSink(kit, ({ deliver }) => deliver);

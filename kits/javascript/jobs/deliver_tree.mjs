// Adapter for `deliver_tree`: send all files below a folder to stdout as they are.
import { toSink } from './to_sink.mjs';

export default (kit) => toSink(kit, ({ deliverTree }) => deliverTree);

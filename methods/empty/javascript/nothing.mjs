// nothing(): does nothing at all.
// Its time is the kit's own cost per iteration; it is no way of doing a job.

export function nothing() {}

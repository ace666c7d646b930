// One clock for all processes of the bench: a run begins in the load generator and ends in the sink or the database.

/** Milliseconds of the machine's monotonic clock, which all its processes share; wall clocks can be adjusted. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

// Times the same work again and again, one call after the other.
import { percentile } from '../load/percentile.ts';
import { monotonicMs } from '../monotonic.ts';

const WARM_UP = 10;
const MOST = 150;
/** Slow work is repeated less often, but never less than this. */
const LEAST = 11;
const ENOUGH_MS = 1_500;

/** @param work gets the number of the call @returns the median in milliseconds */
export async function medianTimeMs(work: (call: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const startedAtMs = monotonicMs();
  const isEnough = () => times.length >= WARM_UP + LEAST && monotonicMs() - startedAtMs > ENOUGH_MS;
  while (times.length < WARM_UP + MOST && !isEnough()) {
    const calledAtMs = monotonicMs();
    await work(times.length);
    times.push(monotonicMs() - calledAtMs);
  }
  return percentile(times.slice(WARM_UP), 1 / 2);
}

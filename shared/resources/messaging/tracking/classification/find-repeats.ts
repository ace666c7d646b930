// Finds hits that repeat others: the same client that loads a pixel or follows a link again within ten seconds has made one
// hit. A web process has left out what it has seen itself (../hits/recent-hits.ts); requests of one client may reach
// several processes.
import { REPEATED_WITHIN_MS } from '../hits/recent-hits.ts';
import type { ClaimedHit } from './claimed-hits.ts';

/** @param hits of any recipients, judged or not. @returns the ids of those that are not judged and count no more */
export function findRepeats(hits: readonly ClaimedHit[]): Set<string> {
  const repeats = new Set<string>();
  /** Identity of a hit → when it was counted last. */
  const counted = new Map<string, number>();
  for (const hit of [...hits].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const { recipientId, link, ipAddress, userAgent, isPrefetch } = hit;
    const key = JSON.stringify([recipientId, link, ipAddress, userAgent, isPrefetch]);
    const before = counted.get(key);
    const isNear = before !== undefined && hit.at.getTime() - before < REPEATED_WITHIN_MS;
    if (isNear && hit.verdict === null) repeats.add(hit.id);
    else counted.set(key, hit.at.getTime());
  }
  return repeats;
}

// Gathers the hits of pixels and tracked links in memory and inserts them in groups, so that the page of a hit waits
// for nothing and works while Postgres is unavailable (docs/reference/tracking.md#links). A process that is killed
// loses the hits of the last moment; while Postgres is unavailable they wait, up to a bound.
import type { Counter } from 'prom-client';
import { createBackgroundWriter } from '../../../../platform/db/background/background-writer.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { NewHit } from './hit.ts';
import { type IdentifiedHit, insertHits } from './insert.ts';
import { RecentHits } from './recent-hits.ts';

/** With the time of an insert, a hit is in memory for less than 200 ms. */
const PAUSE_MS = 100;
const GROUP_MAX_HITS = 1_000;
/** Limits of the hits that wait in a process. */
const WAITING_MAX_HITS = 50_000;
const WAITING_MAX_BYTES = 32 * 1024 * 1024;
/** Approximate size of a hit without its texts. */
const HIT_BYTES = 256;

/** Gathers hits. */
export interface HitGatherer {
  /** Returns at once, and never throws. A hit that repeats a recent one is dropped. */
  add(hit: NewHit): void;
  /** Inserts the waiting hits with one last attempt. */
  drain(): Promise<void>;
}

/** Dependencies of the gatherer. */
export interface HitGathererDeps {
  database: Queryable;
  ids: Ids;
  clock: Clock;
  /** Hits by outcome: `written`, `repeated` or `dropped`. */
  metrics: { trackingHits: Counter<'outcome'> };
  log: Logger;
}

/** Creates the gatherer of a process. */
export function createHitGatherer(deps: HitGathererDeps): HitGatherer {
  const { database, ids, clock, log } = deps;
  const { trackingHits } = deps.metrics;
  const recent = new RecentHits();
  /** A flood is logged once, until hits are written again. */
  let isFull = false;
  const writer = createBackgroundWriter<IdentifiedHit>({
    insert: (group) => insertHits(database, group, clock.now()),
    sizeOf: ({ link, userAgent }) => HIT_BYTES + (link?.length ?? 0) + userAgent.length,
    maxItems: GROUP_MAX_HITS,
    maxWaiting: WAITING_MAX_HITS,
    maxWaitingBytes: WAITING_MAX_BYTES,
    pauseMs: PAUSE_MS,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
    onWritten(count) {
      isFull = false;
      trackingHits.inc({ outcome: 'written' }, count);
    },
    onDropped(dropped, error) {
      trackingHits.inc({ outcome: 'dropped' }, dropped);
      if (error !== undefined)
        log.error({ err: error, dropped }, 'hits of tracked mail could not be written');
      else if (!isFull) log.warn('too many hits of tracked mail wait, further ones are dropped');
      isFull ||= error === undefined;
    },
  });
  return {
    add(hit) {
      if (recent.isRepeated(hit)) trackingHits.inc({ outcome: 'repeated' });
      else writer.add({ ...hit, id: ids.next() });
    },
    drain: () => writer.drain(),
  };
}

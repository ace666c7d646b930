// A taker of events for tests of code that is given one, and the ids that it has woken.
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import type {
  Occurrence,
  TakenOccurrence,
} from '../../../shared/resources/automations/starting/occurrence.ts';
import {
  createEventTaker,
  type EventTaker,
} from '../../../shared/resources/automations/starting/take-events.ts';
import type { BeyondQuota } from '../../../shared/resources/automations/starting/taking.ts';
import { GraphVersions } from '../../../shared/resources/automations/versions/graph-versions.ts';
import type { TestDatabase } from '../database/database.ts';

/** A taker under test. */
export interface TestEventTaker {
  readonly taker: EventTaker;
  /** The runs that it has woken, each time. */
  readonly woken: string[];
  /** Takes events in a transaction of their own. */
  take(
    occurrences: readonly Occurrence[],
    options?: { now?: Date; beyondQuota?: BeyondQuota },
  ): Promise<TakenOccurrence[]>;
}

/** Creates a taker for the tests of a database. */
export function useEventTaker(database: Pick<TestDatabase, 'pool'>): TestEventTaker {
  const woken: string[] = [];
  const taker = createEventTaker({
    ids: createIds(createSystemClock()),
    queues: { wake: (_definition, ids) => void woken.push(...ids) },
    versions: new GraphVersions(),
  });
  return {
    taker,
    woken,
    take: (occurrences, { now = new Date(), beyondQuota = 'record' } = {}) =>
      transaction(database.pool, (client) => taker.take(client, occurrences, { now, beyondQuota })),
  };
}

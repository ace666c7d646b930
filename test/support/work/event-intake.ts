// An intake of events for tests of code that is given one, and the ids that it has woken.
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import type { BeyondQuota } from '../../../shared/resources/flows/automations/intake/decide-starts.ts';
import {
  createEventIntake,
  type EventIntake,
} from '../../../shared/resources/flows/automations/intake/event-intake.ts';
import { GraphVersions } from '../../../shared/resources/flows/automations/versions/graph-versions.ts';
import type { IncomingEvent, IntakeOutcome } from '../../../shared/resources/flows/events/incoming-event.ts';
import type { TestDatabase } from '../database/database.ts';

/** An intake under test. */
export interface TestEventIntake {
  readonly intake: EventIntake;
  /** The runs that it has woken, each time. */
  readonly woken: string[];
  /** Takes events in a transaction of their own. */
  take(
    events: readonly IncomingEvent[],
    options?: { now?: Date; beyondQuota?: BeyondQuota },
  ): Promise<IntakeOutcome[]>;
}

/** Creates an intake for the tests of a database. */
export function useEventIntake(database: Pick<TestDatabase, 'pool'>): TestEventIntake {
  const woken: string[] = [];
  const intake = createEventIntake({
    ids: createIds(createSystemClock()),
    queues: { wake: (_definition, ids) => void woken.push(...ids) },
    versions: new GraphVersions(),
  });
  return {
    intake,
    woken,
    take: (events, { now = new Date(), beyondQuota = 'record' } = {}) =>
      transaction(database.pool, (client) => intake.take(client, events, { now, beyondQuota })),
  };
}

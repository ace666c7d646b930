// Stores events of known contacts in groups, each group in one transaction, with the runs that they start
// (docs/architecture/automations.md). An event that would start more runs than the quota has left is left out of its
// group; nothing of it is written.
import type { Database } from '../../../platform/db/connect.ts';
import { findTransactionId } from '../../../platform/db/group-store/find-committed.ts';
import { createGroupStore, type GroupStore } from '../../../platform/db/group-store/group-store.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';
import { isDatabaseUnavailable } from '../../../platform/failures/unavailable.ts';
import { contactsBusy } from '../../audience/contact-writes/refusals.ts';
import { finishKeys, ReservationLostError, requestInProgress } from '../../foundation/idempotency/keys.ts';
import type { EventIntake } from '../automations/intake/event-intake.ts';
import type { IncomingCustomEvent } from '../events/incoming-event.ts';
import { describeSent, type StoredEvent } from './describe-sent.ts';
import type { EventToSend, ResolvedEvent } from './event-to-send.ts';

/** Dependencies of storing. */
export interface EventStoreDeps {
  database: Database;
  eventIntake: EventIntake;
}

/** Creates the store of a process. */
export function createEventStore({
  database,
  eventIntake,
}: EventStoreDeps): GroupStore<ResolvedEvent, StoredEvent> {
  /** The rows of the last try, if the answer to COMMIT is lost. */
  const written = new WeakMap<ResolvedEvent, StoredEvent>();
  return createGroupStore({
    database,
    ownerOf: ({ event }) => event.accountId,
    async write(client, group) {
      const events = group.map(incomingEventOf);
      const now = group[0]?.event.at ?? new Date(0);
      const [transactionId, outcomes] = await Promise.all([
        findTransactionId(client),
        eventIntake.take(client, events, { now, beyondQuota: 'refuse' }),
      ]);
      const results = await describeSent(client, group, outcomes);
      await finishKeys(
        client,
        group.flatMap(({ event }, index) => answerUnderKey(event, results[index])),
      );
      for (const [index, item] of group.entries()) written.set(item, results[index] as StoredEvent);
      return { transactionId, results };
    },
    // A fault in the data of one account must not affect its neighbours.
    isFaultOfOne: (error) => !isDatabaseUnavailable(error),
    refusalOf,
    idsOf: ({ event }) => [event.id],
    table: 'received_events',
    resultAfterLostCommit: (item) => written.get(item) as StoredEvent,
  });
}

/** An event that was sent, as automations take it. */
export function incomingEventOf({ event, domainId, contactId }: ResolvedEvent): IncomingCustomEvent {
  const { id, accountId, name, payload, at } = event;
  return { kind: 'custom', id, accountId, domainId, contactId, name, payload, at, chain: [], lane: 'event' };
}

/** The idempotency key of an event that was taken, with its answer. */
export function answerUnderKey(event: EventToSend, stored: StoredEvent | undefined) {
  const { idempotency } = event;
  if (!idempotency || !stored || 'outcome' in stored) return [];
  return [{ ...idempotency.reservation, ...idempotency.answerOf(stored) }];
}

/** The refusal of the event whose fault an error is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof ReservationLostError) return requestInProgress();
  return sqlstateOf(error) === SQLSTATES.lockNotAvailable ? contactsBusy() : error;
}

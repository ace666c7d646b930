// Sends events: POST /events/send. Events that arrive together share one transaction (group commit,
// docs/architecture/guarantees.md#group-commit); those about an address that is not a contact yet have one each. An answer
// is given only after the commit.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import { createGroupCommit, TooManyWaitingError } from '../../../platform/db/group-commit.ts';
import type { GroupStore, StoreOutcome } from '../../../platform/db/group-store/group-store.ts';
import { automationQuotaExceeded } from '../automations/intake/run-quota.ts';
import type { StoredEvent } from './describe-sent.ts';
import { DomainMovedError } from './domain-moved-error.ts';
import type { EventToSend, NewContactEvent, ResolvedEvent, SentEvent } from './event-to-send.ts';
import { type NewContactDeps, storeNewContactEvent } from './new-contacts.ts';
import { type Resolved, resolveEvents } from './resolve-events.ts';
import { createEventStore } from './store.ts';

const GROUP_MAX_EVENTS = 100;
const GROUP_MAX_BYTES = 8 * 1024 * 1024;
/** While one group is written, the next one gathers. */
const GROUPS_AT_A_TIME = 1;
/** Connections that create contacts at a time; the connection pool (api/main.ts) has them. */
const NEW_CONTACTS_AT_A_TIME = 3;
/** Beyond this, callers get 503 with Retry-After: it is about two seconds of work. */
const WAITING_MAX_EVENTS = 5_000;
const WAITING_MAX_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

/** Sends events of many callers. */
export interface EventSender {
  /**
   * Stores an event, starts what it starts, and wakes the workers.
   * @throws DomainError the refusal, or `sending_service_unavailable` when too many events are waiting to be stored
   */
  send(event: EventToSend): Promise<SentEvent>;
  /** Resolves when all events are stored or refused. */
  drain(): Promise<void>;
}

interface Sized {
  event: EventToSend;
  bytes: number;
}

/** The result of a group; an event about a new contact is stored apart from it. */
type Outcome = { sent: SentEvent } | { newContact: NewContactEvent } | { error: unknown };

/** Creates the sender of a process. */
export function createEventSender(deps: NewContactDeps): EventSender {
  const store = createEventStore(deps);
  const bounds = {
    maxWaiting: WAITING_MAX_EVENTS,
    maxWaitingBytes: WAITING_MAX_BYTES,
    ownerOf: ({ event }: Pick<Sized, 'event'>) => event.accountId,
  };
  const groups = createGroupCommit<Sized, Outcome>({
    ...bounds,
    write: (group) => sendGroup(deps, store, group),
    sizeOf: ({ bytes }) => bytes,
    maxItems: GROUP_MAX_EVENTS,
    maxBytes: GROUP_MAX_BYTES,
    maxWriting: GROUPS_AT_A_TIME,
  });
  // Accounts take turns here too. An event about a new contact is a group alone.
  const newContacts = createGroupCommit<NewContactEvent, SentEvent>({
    ...bounds,
    write: async ([newContact]) => (newContact ? [await storeNewContactEvent(deps, newContact)] : []),
    maxItems: 1,
    maxWriting: NEW_CONTACTS_AT_A_TIME,
  });
  const send = async (event: EventToSend): Promise<SentEvent> => {
    const bytes = event.payload === null ? 0 : JSON.stringify(event.payload).length;
    const outcome = await groups.add({ event, bytes });
    if ('error' in outcome) throw outcome.error;
    if ('sent' in outcome) return outcome.sent;
    return await deps.contactLanes.run(event.accountId, () => newContacts.add(outcome.newContact));
  };
  /** An event whose domain moves to another audience in between is placed again. */
  const sendWhereItBelongs = async (event: EventToSend): Promise<SentEvent> => {
    try {
      return await send(event);
    } catch (error) {
      if (error instanceof DomainMovedError) return await sendWhereItBelongs(event);
      throw error;
    }
  };
  return {
    send: (event) => sendWhereItBelongs(event).catch(refuseWhenFull),
    async drain() {
      await groups.drain();
      await newContacts.drain();
    },
  };
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof TooManyWaitingError)) throw error;
  throw new DomainError(
    'sending_service_unavailable',
    'Too many events are waiting to be stored. This event was not stored. Try again later.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
  );
}

async function sendGroup(
  { database }: NewContactDeps,
  store: GroupStore<ResolvedEvent, StoredEvent>,
  group: readonly Sized[],
): Promise<(Outcome | Promise<Outcome>)[]> {
  const places = await resolveEvents(
    database,
    group.map(({ event }) => event),
  );
  const stored = await store.store(places.filter(isPlaced));
  return places.map((place) => {
    if (place instanceof DomainError) return { error: place };
    if (!isPlaced(place)) return { newContact: place };
    const outcome = stored.get(place) ?? { error: new Error('An event has no outcome.') };
    return outcome instanceof Promise
      ? outcome.then((later) => toOutcome(place, later))
      : toOutcome(place, outcome);
  });
}

function isPlaced(place: Resolved): place is ResolvedEvent {
  return 'contactId' in place;
}

function toOutcome({ contactId: _, ...placed }: ResolvedEvent, stored: StoreOutcome<StoredEvent>): Outcome {
  if ('error' in stored) return stored;
  const { result } = stored;
  const { event } = placed;
  if (!('outcome' in result)) return { sent: result };
  if (result.outcome === 'moved') return { error: new DomainMovedError() };
  if (result.outcome === 'over_quota') return { error: automationQuotaExceeded(result.limit) };
  // The contact was deleted after it was found.
  if ('id' in event.contact) return { error: notFound('Contact') };
  return { newContact: { ...placed, address: event.contact } };
}

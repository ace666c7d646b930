// One transaction of steps that change contacts. Its locks, in their order: segments, contacts, moves, runs
// (docs/architecture/guarantees.md#lock-order).
import { addressKey } from '../../shared/mail/addresses.ts';
import type { QueueProducer } from '../../shared/platform/queues/connect.ts';
import type { Effect } from '../../shared/resources/automations/engine/effect.ts';
import { lockForMoves } from '../../shared/resources/automations/moves-lock.ts';
import { lockRunsOfContacts } from '../../shared/resources/automations/runs/cancel.ts';
import { startLaneOf } from '../../shared/resources/automations/runs/lane.ts';
import { lockClaimedRuns, writeMoves } from '../../shared/resources/automations/runs/moving/write-moves.ts';
import type { EventTaker } from '../../shared/resources/automations/starting/take-events.ts';
import { findSegmentFault } from '../../shared/resources/automations/steps/add-to-segment.ts';
import { readUpdate } from '../../shared/resources/automations/steps/contact-update.ts';
import { findContactProperties } from '../../shared/resources/contact-properties/find.ts';
import { announceContacts } from '../../shared/resources/contacts/announce.ts';
import { announceChanges, lockHearers } from '../../shared/resources/contacts/announce-changes.ts';
import { deleteContacts } from '../../shared/resources/contacts/delete.ts';
import { type LockedContact, lockContacts } from '../../shared/resources/contacts/many/lock.ts';
import { type ContactUpdate, updateContacts } from '../../shared/resources/contacts/many/update.ts';
import type { ContactWrite } from '../../shared/resources/contacts/writing/write-contacts.ts';
import { lockSegments } from '../../shared/resources/segments/lock.ts';
import { addMemberships, type Membership } from '../../shared/resources/segments/memberships/add.ts';
import type { Segment } from '../../shared/resources/segments/segment.ts';
import type { MovingRun } from './moving-run.ts';
import { failed, type StepResults } from './step-result.ts';

interface ChangeDeps {
  queues: QueueProducer;
  eventTaker: EventTaker;
}

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

/** A run whose step changes its contact, which is locked. */
interface Changing<Change extends Effect = Effect> {
  run: MovingRun;
  effect: Change;
  contact: LockedContact;
}

/** What the announcements say. */
interface Changed {
  updated: string[];
  unsubscribed: string[];
  entered: Membership[];
}

/** The contact changes of runs of one account, each of another address, in one transaction. */
export class ContactChange {
  readonly #deps: ChangeDeps;
  readonly #accountId: string;
  readonly #write: ContactWrite;
  readonly #now: Date;
  readonly #results: StepResults = new Map();

  constructor(deps: ChangeDeps, accountId: string, write: ContactWrite, now: Date) {
    this.#deps = deps;
    this.#accountId = accountId;
    this.#write = write;
    this.#now = now;
  }

  async run(runs: readonly MovingRun[]): Promise<StepResults> {
    const segments = await this.#lockSegments(runs);
    const changing = await this.#lock(runs);
    const updates = await this.#update(only('contact_update', changing));
    const entered = await this.#enter(only('add_to_segment', changing), segments);
    const deleted = only('contact_delete', changing);
    await this.#announceDeleted(deleted);
    await this.#move(changing, updates.updated);
    await this.#delete(deleted);
    await this.#announce(changing, { ...updates, entered });
    return this.#results;
  }

  async #lockSegments(runs: readonly MovingRun[]): Promise<ReadonlyMap<string, Segment>> {
    const ids = runs.flatMap(({ effect }) => (effect?.type === 'add_to_segment' ? [effect.segmentId] : []));
    const segments = await lockSegments(this.#write.client, this.#accountId, ids);
    return new Map(segments.map((segment) => [segment.id, segment]));
  }

  /** @returns the runs that are still held and have a contact */
  async #lock(runs: readonly MovingRun[]): Promise<Changing[]> {
    const { client } = this.#write;
    const contacts = await this.#lockContacts(runs);
    const dying = runs.filter(({ effect }) => effect?.type === 'contact_delete');
    // The other runs of contacts that are deleted are cancelled below: all are locked in one order.
    const dyingIds = dying.map(({ stored }) => stored.contactId).filter((id) => contacts.has(id));
    const stored = runs.map((run) => run.stored);
    if (dyingIds.length > 0) {
      await lockForMoves(
        client,
        stored.map(({ automationId }) => automationId),
      );
      await lockRunsOfContacts(client, dyingIds);
    }
    const held = await lockClaimedRuns(client, stored);
    return runs.flatMap((run) => {
      const contact = contacts.get(run.stored.contactId);
      if (contact && run.effect && held.has(run.stored.id)) return [{ run, effect: run.effect, contact }];
      this.#results.set(run, { kind: held.has(run.stored.id) ? 'gone' : 'lost' });
      return [];
    });
  }

  async #lockContacts(runs: readonly MovingRun[]): Promise<Map<string, LockedContact>> {
    const { client } = this.#write;
    // The contacts of a decided address in other audiences are among those to lock: all are locked in one order.
    const hasDecision = runs.some(
      ({ effect }) => effect?.type === 'contact_update' && effect.unsubscribed !== undefined,
    );
    const hearing = hasDecision ? runs : [];
    const [, contacts] = await Promise.all([
      lockHearers(
        client,
        this.#accountId,
        hearing.map(({ stored }) => addressKey(stored.contact.email)),
      ),
      lockContacts(
        client,
        this.#accountId,
        runs.map(({ stored }) => stored.contactId),
      ),
    ]);
    return contacts;
  }

  async #update(
    changing: readonly Changing<EffectOf<'contact_update'>>[],
  ): Promise<Omit<Changed, 'entered'>> {
    if (changing.length === 0) return { updated: [], unsubscribed: [] };
    const { client } = this.#write;
    const hasProperties = changing.some(({ effect }) => Object.keys(effect.properties).length > 0);
    const properties = hasProperties ? await findContactProperties(client, this.#accountId) : [];
    const declared = new Map(properties.map((property) => [property.key, property]));
    const updates: ContactUpdate[] = [];
    for (const { run, contact, effect } of changing) {
      const update = readUpdate(effect, declared);
      if (typeof update === 'string') this.#results.set(run, failed(update));
      else updates.push({ contact, ...update });
    }
    if (updates.length === 0) return { updated: [], unsubscribed: [] };
    return await updateContacts(client, this.#accountId, updates, this.#now);
  }

  async #enter(
    changing: readonly Changing<EffectOf<'add_to_segment'>>[],
    segments: ReadonlyMap<string, Segment>,
  ): Promise<Membership[]> {
    const memberships: Membership[] = [];
    for (const { run, contact, effect } of changing) {
      const fault = findSegmentFault(contact, segments.get(effect.segmentId));
      if (fault === undefined) memberships.push({ segmentId: effect.segmentId, contactId: contact.id });
      else this.#results.set(run, failed(fault));
    }
    return await addMemberships(this.#write.client, memberships);
  }

  /** Before the runs are moved: a run that goes on waits for what is announced afterwards. */
  async #move(changing: readonly Changing[], updated: readonly string[]): Promise<void> {
    const { client } = this.#write;
    const done = changing.filter(({ run }) => !this.#results.has(run));
    const read =
      updated.length > 0
        ? await lockContacts(
            client,
            this.#accountId,
            done.map(({ contact }) => contact.id),
          )
        : new Map<string, LockedContact>();
    const moves = done.map(({ run, contact: before }) => {
      const contact = read.get(before.id) ?? before;
      const ahead = run.finish({ status: 'completed', output: null }, this.#now, contact);
      this.#results.set(run, { kind: 'written', ahead, contact });
      return run.moveTo(ahead, this.#now);
    });
    if (moves.length === 0) return;
    const written = await writeMoves(client, moves);
    if (written.includes(false)) throw new Error('A run that is locked could not be moved.');
  }

  async #announceDeleted(changing: readonly Changing[]): Promise<void> {
    const ids = changing.map(({ contact }) => contact.id);
    await announceContacts(this.#write.client, 'contact.deleted', ids, this.#announcing);
  }

  async #delete(changing: readonly Changing[]): Promise<void> {
    if (changing.length === 0) return;
    const contactIds = changing.map(({ contact }) => contact.id);
    await deleteContacts(this.#write, { accountId: this.#accountId, contactIds, now: this.#now });
  }

  /** Last, because automations that hear of it lock the usage of the account. */
  async #announce(changing: readonly Changing[], { updated, unsubscribed, entered }: Changed): Promise<void> {
    const causes = new Map(
      changing.map(({ run: { stored }, contact }) => [
        contact.emailKey,
        {
          chain: [...stored.chain, stored.automationId],
          runId: stored.id,
          lane: startLaneOf(stored.lane),
        },
      ]),
    );
    const joined = entered.map(({ contactId }) => contactId);
    const all = [...new Set([...updated, ...joined])];
    await announceChanges(
      this.#write.client,
      { updated: all, unsubscribed, entered },
      {
        ...this.#announcing,
        eventTaker: this.#deps.eventTaker,
        causeOf: ({ emailKey }) => causes.get(emailKey),
      },
    );
  }

  get #announcing() {
    return { accountId: this.#accountId, now: this.#now, queues: this.#deps.queues };
  }
}

function only<Type extends Effect['type']>(
  type: Type,
  changing: readonly Changing[],
): Changing<EffectOf<Type>>[] {
  return changing.filter((each): each is Changing<EffectOf<Type>> => each.effect.type === type);
}

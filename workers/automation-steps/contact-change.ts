// One transaction of steps that change contacts. Its locks, in their order: segments, contacts, causes, moves, runs
// (docs/architecture/guarantees.md#lock-order).
import { addressKey } from '../../shared/mail/addresses.ts';
import type { QueueProducer } from '../../shared/platform/queues/connect.ts';
import {
  announceChanges,
  lockForListeners,
} from '../../shared/resources/audience/contact-events/announce.ts';
import type { ContactListener } from '../../shared/resources/audience/contact-events/contact-listener.ts';
import { findContactProperties } from '../../shared/resources/audience/contact-properties/find.ts';
import type { ContactWrite } from '../../shared/resources/audience/contact-writes/write-contacts.ts';
import { deleteContacts } from '../../shared/resources/audience/contacts/delete.ts';
import { type LockedContact, lockContacts } from '../../shared/resources/audience/contacts/many/lock.ts';
import { type ContactUpdate, updateContacts } from '../../shared/resources/audience/contacts/many/update.ts';
import { lockSegments } from '../../shared/resources/audience/segments/lock.ts';
import { addMemberships, type Membership } from '../../shared/resources/audience/segments/memberships/add.ts';
import type { Segment } from '../../shared/resources/audience/segments/segment.ts';
import { lockCauses } from '../../shared/resources/flows/automations/intake/cause-rows.ts';
import { lockRunsOfContacts } from '../../shared/resources/flows/automations/runs/cancel.ts';
import { startLaneOf } from '../../shared/resources/flows/automations/runs/lane.ts';
import {
  lockClaimedRuns,
  writeTransitions,
} from '../../shared/resources/flows/automations/runs/transitions/write-transitions.ts';
import { taskOf } from '../../shared/resources/flows/automations/step-types/step-types.ts';
import type { ContactTask } from '../../shared/resources/flows/automations/steps/task.ts';
import { lockForTransitions } from '../../shared/resources/flows/automations/transitions-lock.ts';
import type { MovingRun } from './moving-run.ts';
import { failed, type StepResults } from './step-result.ts';

interface ChangeDeps {
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
}

/** A run whose step changes its contact. */
interface Asking {
  run: MovingRun;
  change: ContactTask;
}

/** The same, with its contact, which is locked. */
interface Changing extends Asking {
  contact: LockedContact;
}

/** The content of the announcements. */
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
    const asking = runs.map((run) => ({ run, change: changeOf(run) }));
    const segments = await this.#lockSegments(asking);
    const changing = await this.#lock(asking);
    const updates = await this.#update(changing);
    const entered = await this.#enter(changing, segments);
    const deleted = changing.filter(({ change }) => change.deletes);
    await this.#announceDeleted(deleted);
    await this.#move(changing, updates.updated);
    await this.#delete(deleted);
    await this.#announce(changing, { ...updates, entered });
    return this.#results;
  }

  async #lockSegments(asking: readonly Asking[]): Promise<ReadonlyMap<string, Segment>> {
    const ids = asking.flatMap(({ change: { enter } }) => (enter ? [enter.segmentId] : []));
    const segments = await lockSegments(this.#write.client, this.#accountId, ids);
    return new Map(segments.map((segment) => [segment.id, segment]));
  }

  /** @returns the runs that are still held and have a contact */
  async #lock(asking: readonly Asking[]): Promise<Changing[]> {
    const { client } = this.#write;
    const contacts = await this.#lockContacts(asking);
    const dying = asking.filter(({ change }) => change.deletes);
    // The other runs of contacts that are deleted are cancelled below: all are locked in one order.
    const dyingIds = dying.map(({ run }) => run.stored.contactId).filter((id) => contacts.has(id));
    const stored = asking.map(({ run }) => run.stored);
    if (dyingIds.length > 0) {
      await lockForTransitions(
        client,
        stored.map(({ automationId }) => automationId),
      );
      await lockRunsOfContacts(client, dyingIds);
    }
    const held = await lockClaimedRuns(client, stored);
    return asking.flatMap(({ run, change }) => {
      const contact = contacts.get(run.stored.contactId);
      if (contact && held.has(run.stored.id)) return [{ run, change, contact }];
      this.#results.set(run, { kind: held.has(run.stored.id) ? 'gone' : 'lost' });
      return [];
    });
  }

  async #lockContacts(asking: readonly Asking[]): Promise<Map<string, LockedContact>> {
    const { client } = this.#write;
    // The contacts of a decided address in other audiences are among those to lock: all are locked in one order.
    const hasDecision = asking.some(({ change }) => change.update?.decides);
    const hearing = hasDecision ? asking : [];
    // The causes of what these runs will have caused: they are locked before any run.
    const causeIds = [...new Set(asking.map(({ run }) => run.stored.causeId))];
    const [, contacts] = await Promise.all([
      lockForListeners(
        client,
        hearing.map(({ run }) => addressKey(run.stored.contact.email)),
        this.#announcing,
      ),
      lockContacts(
        client,
        this.#accountId,
        asking.map(({ run }) => run.stored.contactId),
      ),
      lockCauses(client, causeIds),
    ]);
    return contacts;
  }

  async #update(changing: readonly Changing[]): Promise<Omit<Changed, 'entered'>> {
    const { client } = this.#write;
    const hasProperties = changing.some(({ change }) => change.update?.namesProperties);
    const properties = hasProperties ? await findContactProperties(client, this.#accountId) : [];
    const declared = new Map(properties.map((property) => [property.key, property]));
    const updates: ContactUpdate[] = [];
    for (const { run, contact, change } of changing) {
      const update = change.update?.read(declared);
      if (typeof update === 'string') this.#results.set(run, failed(update));
      else if (update) updates.push({ contact, ...update });
    }
    if (updates.length === 0) return { updated: [], unsubscribed: [] };
    return await updateContacts(client, this.#accountId, updates, this.#now);
  }

  async #enter(changing: readonly Changing[], segments: ReadonlyMap<string, Segment>): Promise<Membership[]> {
    const memberships: Membership[] = [];
    for (const { run, contact, change } of changing) {
      if (!change.enter) continue;
      const { segmentId, findFault } = change.enter;
      const fault = findFault(contact, segments.get(segmentId));
      if (fault === undefined) memberships.push({ segmentId, contactId: contact.id });
      else this.#results.set(run, failed(fault));
    }
    return await addMemberships(this.#write.client, memberships);
  }

  /** Before the runs are moved: a run that continues waits for later announcements. */
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
    const written = await writeTransitions(client, moves);
    if (written.includes(false)) throw new Error('A run that is locked could not be moved.');
  }

  async #announceDeleted(changing: readonly Changing[]): Promise<void> {
    const ids = changing.map(({ contact }) => contact.id);
    await announceChanges(this.#write.client, { deleted: ids }, this.#announcing);
  }

  async #delete(changing: readonly Changing[]): Promise<void> {
    if (changing.length === 0) return;
    const contactIds = changing.map(({ contact }) => contact.id);
    const deletion = { accountId: this.#accountId, contactIds, now: this.#now };
    await deleteContacts(this.#write, this.#deps.contactListeners, deletion);
  }

  /** Announced last, because automations that listen lock the usage of the account. */
  async #announce(changing: readonly Changing[], { updated, unsubscribed, entered }: Changed): Promise<void> {
    const causes = new Map(
      changing.map(({ run: { stored }, contact }) => [
        contact.emailKey,
        {
          chain: [...stored.chain, stored.automationId],
          runId: stored.id,
          causeId: stored.causeId,
          hops: stored.hops ?? undefined,
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
        causeOf: ({ emailKey }) => causes.get(emailKey),
      },
    );
  }

  get #announcing() {
    return { accountId: this.#accountId, now: this.#now, ...this.#deps };
  }
}

function changeOf({ effect }: MovingRun): ContactTask {
  const task = effect && taskOf(effect);
  if (task?.kind !== 'contact') throw new Error('The run is at no step that changes its contact.');
  return task.change;
}

// One step of a removal: some rows of the rest of a deleted audience, segment or topic are deleted.
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { SECOND_MS } from '../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { defineWalk, type WalkDeps, type WalkStep } from '../../../platform/work/walk.ts';
import { deleteEmptyAudience } from '../audiences/delete-empty.ts';
import type { ContactListener } from '../contact-events/contact-listener.ts';
import type { ContactLanes } from '../contact-writes/lanes.ts';
import { type ContactWrite, writeContacts } from '../contact-writes/write-contacts.ts';
import { deleteContactsOfAudience } from '../contacts/delete-of-audience.ts';
import type { Removal } from '../removals/removal.ts';
import { removeMembershipsOfSegment } from '../segments/memberships/remove-all.ts';
import { removeChoicesOfTopic } from '../topics/choices/remove-all.ts';

/** Contacts and memberships per step. They take tens of milliseconds; an account's other writes wait as long. */
const STEP_ROWS = 1_000;
/** Choices per step. Most of them belong to other topics and are only passed over, in the index. */
const STEP_CHOICES = 10_000;
/** The delay until a writer of contacts that has locked the audience has ended. */
const LOCKED_DELAY_MS = 5 * SECOND_MS;

interface RemovalRow extends Omit<Removal, 'now'> {
  position: string[];
}

/** Contacts are deleted by a contact write, because they count towards the contact limit. */
interface Opened {
  client: Transaction;
  write?: ContactWrite;
}

export const removalWalk = defineWalk<
  RemovalRow,
  WalkDeps & { contactLanes: ContactLanes; contactListeners: readonly ContactListener[] },
  undefined,
  Opened
>({
  table: 'audience_removals',
  columns: 'kind, position',
  open({ accountId, kind }, deps, work) {
    if (kind !== 'audience') return transaction(deps.database, (client) => work({ client }));
    return deps.contactLanes.run(accountId, () =>
      writeContacts(deps, accountId, (write) => work({ client: write.client, write })),
    );
  },
  async step(removal, { client, write, deps, now }) {
    const position = write
      ? await removeContacts(write, deps.contactListeners, removal, now)
      : await removeOthers(client, removal);
    if (position) return { position };
    return write ? await endAudience(client, removal, now) : { isDone: true };
  },
});

/** @returns the keys of the last row; undefined: none is left */
async function removeContacts(
  write: ContactWrite,
  contactListeners: readonly ContactListener[],
  { accountId, id: audienceId, position: [after = NIL_UUID] }: RemovalRow,
  now: Date,
): Promise<string[] | undefined> {
  const rows = { accountId, audienceId, after, limit: STEP_ROWS, now };
  const last = await deleteContactsOfAudience(write, contactListeners, rows);
  return last === undefined ? undefined : [last];
}

/** @returns as removeContacts */
async function removeOthers(
  client: Transaction,
  { accountId, id, kind, position }: RemovalRow,
): Promise<readonly string[] | undefined> {
  if (kind === 'topic') {
    const [emailKey = '', afterTopic = NIL_UUID] = position;
    const after = [emailKey, afterTopic] as const;
    return await removeChoicesOfTopic(client, { accountId, topicId: id, after, limit: STEP_CHOICES });
  }
  const [after = NIL_UUID] = position;
  const last = await removeMembershipsOfSegment(client, { segmentId: id, after, limit: STEP_ROWS });
  return last === undefined ? undefined : [last];
}

async function endAudience(client: Transaction, removal: RemovalRow, now: Date): Promise<WalkStep> {
  const end = await deleteEmptyAudience(client, removal);
  if (end === 'deleted') return { isDone: true };
  const { position } = removal;
  // A writer that the deletion had not seen has added contacts: once more from the beginning.
  if (end === 'contacts' && position.length > 0) return { position: [] };
  return { position, waitUntil: new Date(now.getTime() + LOCKED_DELAY_MS) };
}

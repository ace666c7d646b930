// One step of a removal: some rows of what is left of a deleted audience, segment or topic are deleted, and the row of
// the removal records the last one (keyset), in one transaction under the fencing token. If a worker dies, the next one
// continues after that row.
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { deleteContactsOfAudience } from '../../contacts/removing/delete-of-audience.ts';
import type { ContactLanes } from '../../contacts/writing/lanes.ts';
import { writeContacts } from '../../contacts/writing/write-contacts.ts';
import { removeMembershipsOfSegment } from '../../segments/memberships/remove-all.ts';
import { removeChoicesOfTopic } from '../../topics/choices/remove-all.ts';
import { deleteEmptyAudience } from './delete-empty.ts';
import type { Removal } from './start.ts';

/** Contacts and memberships per step. They take some tens of milliseconds; an account's other writes wait as long. */
const STEP_ROWS = 1_000;
/** Choices per step. Most of them belong to other topics and are only passed over, in the index. */
const STEP_CHOICES = 10_000;

/** Dependencies of a step. */
export interface RemovalDeps {
  database: Database;
  contactLanes: ContactLanes;
  clock: Clock;
}

/**
 * Whether rows are left. `wait`: a writer has locked the audience, so try again a little later. `done` also when
 * another worker has taken over the removal.
 */
export type RemovalStep = 'more' | 'wait' | 'done';

interface RemovalRow extends Omit<Removal, 'now'> {
  position: string[];
}

/** Deletes rows of a removal. @returns the keys of the last one; undefined: none is left */
type Remove = (client: Transaction, removal: RemovalRow) => Promise<readonly string[] | undefined>;

const FIND = `
  SELECT id, account_id AS "accountId", kind, position FROM audience_removals
  WHERE id = $1 AND claim_token = $2`;

/**
 * Runs one step. The row of the removal is deleted when nothing is left.
 * @throws DomainError `contacts_busy` or `contacts_timeout` when the contacts of the account are being written
 */
export async function stepRemoval(deps: RemovalDeps, claim: Claim): Promise<RemovalStep> {
  const { database, contactLanes, clock } = deps;
  const values = [claim.id, claim.token];
  const { rows } = await database.query<RemovalRow>({ name: 'find-removal', text: FIND, values });
  const [removal] = rows;
  if (!removal) return 'done';
  const { accountId, kind } = removal;
  if (kind !== 'audience') return await transaction(database, (client) => step(client, claim, REMOVE[kind]));
  // Contacts count towards the contact limit, so they are deleted as every other contact write does it.
  return await contactLanes.run(accountId, () =>
    writeContacts(deps, accountId, (write) =>
      step(write.client, claim, async (_, { id, position: [after = NIL_UUID] }) => {
        const last = await deleteContactsOfAudience(write, {
          accountId,
          audienceId: id,
          after,
          limit: STEP_ROWS,
          now: clock.now(),
        });
        return last === undefined ? undefined : [last];
      }),
    ),
  );
}

const REMOVE: Record<Exclude<Removal['kind'], 'audience'>, Remove> = {
  async segment(client, { id, position: [after = NIL_UUID] }) {
    const last = await removeMembershipsOfSegment(client, { segmentId: id, after, limit: STEP_ROWS });
    return last === undefined ? undefined : [last];
  },
  topic(client, { id, accountId, position: [emailKey = '', afterTopic = NIL_UUID] }) {
    return removeChoicesOfTopic(client, {
      accountId,
      topicId: id,
      after: [emailKey, afterTopic],
      limit: STEP_CHOICES,
    });
  },
};

/** Locks the row of the removal, so that a worker that lost its claim changes nothing. */
async function step(client: Transaction, { id, token }: Claim, remove: Remove): Promise<RemovalStep> {
  const { rows } = await client.query<RemovalRow>({
    name: 'lock-removal',
    text: `${FIND} FOR NO KEY UPDATE`,
    values: [id, token],
  });
  const [removal] = rows;
  if (!removal) return 'done';
  const position = await remove(client, removal);
  if (position) return await moveTo(client, id, position);
  const end = removal.kind === 'audience' ? await deleteEmptyAudience(client, removal) : 'deleted';
  if (end === 'locked') return 'wait';
  // A writer that the deletion had not seen has added contacts: once more from the beginning.
  if (end === 'contacts') return await moveTo(client, id, []);
  await client.query({
    name: 'end-removal',
    text: 'DELETE FROM audience_removals WHERE id = $1',
    values: [id],
  });
  return 'done';
}

async function moveTo(client: Transaction, id: string, position: readonly string[]): Promise<'more'> {
  await client.query({
    name: 'move-removal',
    text: 'UPDATE audience_removals SET position = $2 WHERE id = $1',
    values: [id, position],
  });
  return 'more';
}

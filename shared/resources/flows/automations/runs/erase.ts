// Empties the runs of an erased person's contacts: their events, values and addresses, and the outputs of their steps.
// The runs were cancelled with the contacts, if they had not ended.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { PhaseContext, Progress } from '../../../foundation/erasing/phase.ts';

/** The runs that one step empties. */
export interface RunsOfContacts {
  accountId: string;
  contactIds: readonly string[];
  /** Contact and id of the last run of the step before. */
  after: readonly [contactId: string, id: string];
  limit: number;
}

const FIND = `
  SELECT contact_id AS "contactId", id FROM automation_runs
  WHERE contact_id = ANY($2::uuid[]) AND account_id = $1 AND status <> 'running' AND (contact_id, id) > ($3, $4)
  ORDER BY contact_id, id LIMIT $5`;

/** The reason of a failed run may name the address. */
const ERASE = `
  UPDATE automation_runs SET payload = NULL, waits = '{}', inbox = '[]',
         reason = CASE WHEN status = 'failed' THEN NULL ELSE reason END
  WHERE id = ANY(ARRAY(SELECT id FROM automation_runs WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE))`;

/** Empties the next runs. @returns contact and id of the last one; undefined: there are no more */
export async function eraseRuns(
  client: Transaction,
  { accountId, contactIds, after, limit }: RunsOfContacts,
): Promise<readonly [contactId: string, id: string] | undefined> {
  const { rows } = await client.query<{ contactId: string; id: string }>({
    name: 'find-runs-to-erase',
    text: FIND,
    values: [accountId, contactIds, ...after, limit],
  });
  const last = rows.at(-1);
  if (!last) return undefined;
  const ids = rows.map(({ id }) => id);
  await client.query({ name: 'erase-automation-runs', text: ERASE, values: [ids] });
  await client.query({
    name: 'erase-step-runs',
    text: 'UPDATE automation_step_runs SET output = NULL, error = NULL WHERE run_id = ANY($1::uuid[])',
    values: [ids],
  });
  return [last.contactId, last.id];
}

/** Forgets that an address has entered automations that everybody enters once. */
export async function eraseEntries(
  client: Transaction,
  { accountId, emailKey }: { accountId: string; emailKey: string },
): Promise<void> {
  await client.query({
    name: 'erase-automation-entries',
    text: `DELETE FROM automation_entries WHERE email_key = $2 AND automation_id = ANY(ARRAY(
             SELECT id FROM automations WHERE account_id = $1))`,
    values: [accountId, emailKey],
  });
}

/** Rows of one step, each with what its steps have recorded. */
const STEP_ROWS = 200;

/** The phase of an erasure that empties runs. They are found by the ids of the deleted contacts. */
export async function eraseRunsOfContacts({ client, erasure }: PhaseContext): Promise<Progress> {
  const { accountId, contactIds, position } = erasure;
  const [contactId = NIL_UUID, id = NIL_UUID] = position;
  const place = { accountId, contactIds, after: [contactId, id], limit: STEP_ROWS } as const;
  const last = await eraseRuns(client, place);
  if (last) return { position: last };
  await eraseEntries(client, erasure);
  return { isOver: true };
}

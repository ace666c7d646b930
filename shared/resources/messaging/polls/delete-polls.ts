// Deletes the polls of a campaign or a template, with their votes, in the transaction that deletes what carries them. The
// account is locked, so no filter begins to use one of them.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { type FindUse, requireUnused } from '../../foundation/in-use.ts';
import type { PollOwner } from './poll.ts';

/** The owner of the polls: a campaign or a template. */
type DeletedOwner = Exclude<PollOwner, { emailId: string }>;

/** A vote that is being written ends first, and a later one finds no poll. */
const LOCK = (column: string) => `
  SELECT id FROM polls WHERE account_id = $1 AND ${column} = $2 ORDER BY id FOR UPDATE`;

const DELETE = `
  WITH gone AS (DELETE FROM polls WHERE id = ANY($1::uuid[])),
       votes AS (DELETE FROM poll_votes WHERE poll_id = ANY($1::uuid[]))
  DELETE FROM poll_counters WHERE poll_id = ANY($1::uuid[])`;

/** @throws DomainError `validation_error` when a filter uses one of them */
export async function deletePollsOf(
  client: Transaction,
  { accountId, owner, inUse }: { accountId: string; owner: DeletedOwner; inUse: readonly FindUse[] },
): Promise<void> {
  const [column, id] =
    'campaignId' in owner
      ? (['campaign_id', owner.campaignId] as const)
      : (['template_id', owner.templateId] as const);
  const { rows } = await client.query<{ id: string }>({
    name: `lock-polls-by-${column}`,
    text: LOCK(column),
    values: [accountId, id],
  });
  if (rows.length === 0) return;
  const ids = rows.map((poll) => poll.id);
  for (const pollId of ids) await requireUnused(client, inUse, accountId, { kind: 'poll', id: pollId });
  await client.query({ name: 'delete-polls', text: DELETE, values: [ids] });
}

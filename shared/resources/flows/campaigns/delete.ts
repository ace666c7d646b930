// Deletes a campaign: one that waits for its start, or has ended. From the commit on it is not found. Its polls are
// deleted at once, with their votes; its dispatch removes recipients and counts; its content stays until no mail of it
// can be read (shared/resources/retention.ts). One that has never started is removed at once.
import { DomainError } from '../../../contract/domain-error.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type FindUse, requireUnused } from '../../foundation/in-use.ts';
import { deleteContentsOfCampaign } from '../../messaging/campaign-contents/delete-contents.ts';
import { deletePollsOf } from '../../messaging/polls/delete-polls.ts';
import type { CampaignPath } from './campaign.ts';
import { refuseTransition, type TransitionDeps, wakeDispatch } from './transitions/campaign-transition.ts';

/** A canceled campaign still withdraws mail that no worker has sent; it can be deleted once nothing is due any more. */
const MAY_BE_DELETED = `id = $1 AND account_id = $2 AND deleted_at IS NULL
  AND (status IN ('draft', 'scheduled', 'sent', 'failed') OR (status = 'canceled' AND next_attempt_at IS NULL))`;

const REMOVE = `DELETE FROM campaigns WHERE ${MAY_BE_DELETED} AND taken_at IS NULL`;

const HIDE = `
  UPDATE campaigns
  SET deleted_at = $3, updated_at = $3, position = '${NIL_UUID}', next_attempt_at = $3, claimed_by = NULL, claim_token = NULL,
      attempts = 0, last_error = NULL, woken_at = clock_timestamp()
  WHERE ${MAY_BE_DELETED} AND taken_at IS NOT NULL`;

/** @throws DomainError `not_found`; `validation_error` for one that is being sent, is paused, is still being canceled, or that a filter uses */
export async function deleteCampaign(
  { database, queues, inUse }: TransitionDeps & { inUse: readonly FindUse[] },
  { accountId, id }: CampaignPath,
  now: Date,
): Promise<void> {
  await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    await requireUnused(client, inUse, accountId, { kind: 'campaign', id });
    if (await removeUnstarted(client, { accountId, id })) return;
    const hidden = await client.query({ name: 'hide-campaign', text: HIDE, values: [id, accountId, now] });
    if (hidden.rowCount === 0) throw await refusalOf(client, { accountId, id }, now);
    // Its row is locked as an ended one before this, so no poll is created any more. A campaign that has never started
    // has none.
    await deletePollsOf(client, { accountId, owner: { campaignId: id }, inUse });
    wakeDispatch(client, queues, id);
  });
}

async function removeUnstarted(client: Transaction, { accountId, id }: CampaignPath): Promise<boolean> {
  const removed = await client.query({ name: 'remove-campaign', text: REMOVE, values: [id, accountId] });
  if (removed.rowCount === 0) return false;
  await deleteContentsOfCampaign(client, accountId, id);
  return true;
}

async function refusalOf(client: Transaction, path: CampaignPath, now: Date): Promise<DomainError> {
  const refusal = await refuseTransition(client, { ...path, now }, 'deleted');
  const { rows } = await client.query<{ isCanceled: boolean }>({
    name: 'is-campaign-canceled',
    text: `SELECT status = 'canceled' AS "isCanceled" FROM campaigns
           WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`,
    values: [path.id, path.accountId],
  });
  if (!rows[0]?.isCanceled) return refusal;
  const message = 'The campaign is still being canceled. Delete it in a few seconds.';
  return new DomainError('validation_error', message);
}

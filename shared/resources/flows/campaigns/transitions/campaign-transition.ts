// Moves a campaign at a request: a compare-and-set on its status. A request that finds another status than it needs is
// refused with that status.
import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { CampaignStatus } from '../campaign.ts';
import { campaignWork } from '../dispatch/work.ts';

/** A campaign of an account, and when it is moved. */
export interface CampaignTransition {
  accountId: string;
  id: string;
  now: Date;
}

/** The moved campaign. */
export interface CampaignAfterTransition {
  id: string;
  name: string;
  status: CampaignStatus;
}

/** Dependencies of moves. */
export interface TransitionDeps {
  database: Database;
  queues: QueueProducer;
}

/** A move: a compare-and-set on the status. */
interface Move {
  /** SQL with the parameters id, account and time, which returns a CampaignAfterTransition. */
  text: string;
  name: string;
  /** The participle, as in `cannot be paused`. */
  done: string;
  /** The effects in the same transaction. */
  after(client: Transaction, moved: CampaignAfterTransition): Promise<void> | void;
}

/** Moves a campaign. @throws DomainError `not_found`, or `validation_error` for one in another status */
export async function transitionCampaign(
  { database }: TransitionDeps,
  asked: CampaignTransition,
  { text, name, done, after }: Move,
): Promise<CampaignAfterTransition> {
  const { accountId, id, now } = asked;
  return await transaction(database, async (client) => {
    const { rows } = await client.query<CampaignAfterTransition>({
      name,
      text,
      values: [id, accountId, now],
    });
    const [moved] = rows;
    if (!moved) throw await refuseTransition(client, asked, done);
    await after(client, moved);
    return moved;
  });
}

/** Takes a campaign away from a worker that has it: its steps change nothing any more. */
export const FREE_CAMPAIGN =
  'claimed_by = NULL, claim_token = NULL, woken_at = NULL, attempts = 0, last_error = NULL';

/** Wakes the dispatch of a campaign after the commit. The row must be woken. */
export function wakeDispatch(client: Transaction, queues: QueueProducer, id: string): void {
  client.afterCommit(() => queues.wake(campaignWork.queue, [id]));
}

/**
 * The refusal of a move, after it has found no campaign in the status that it needs.
 * @param done as in `cannot be paused`
 */
export async function refuseTransition(
  database: Queryable,
  { accountId, id }: CampaignTransition,
  done: string,
): Promise<DomainError> {
  const { rows } = await database.query<{ status: CampaignStatus }>({
    name: 'find-campaign-status',
    text: 'SELECT status FROM campaigns WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL',
    values: [id, accountId],
  });
  if (!rows[0]) return notFound('Campaign');
  return refusalOfStatus(rows[0].status, done);
}

/** @param done as in `cannot be paused` */
export function refusalOfStatus(status: CampaignStatus, done: string): DomainError {
  return new DomainError('validation_error', `The campaign is ${status}, so it cannot be ${done}.`);
}

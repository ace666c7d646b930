// A person decides the test of a campaign: the rest of its recipients gets the named variant from now on. Once, and only while
// the test is not decided: it is a compare-and-set, as the decision in time is (dispatch/test-next.ts).
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { requireCampaign } from '../find.ts';
import {
  type CampaignTransition,
  refuseTransition,
  type TransitionDeps,
  wakeDispatch,
} from './campaign-transition.ts';

/** The winning variant. */
export interface WinnerChoice extends CampaignTransition {
  /** The key of a variant. */
  variant: string;
}

/** A paused campaign continues with the winner when it is resumed; one that is released is taken away from its worker. */
const CHOOSE = `
  UPDATE campaigns
  SET base_content_id = content_id, content_id = variant_content_ids[$4], winner = $5, decided_by = 'manual', decided_at = $3, updated_at = $3,
      cursor_at = NULL, cursor_key = NULL,
      status = CASE status WHEN 'testing' THEN 'sending' ELSE status END,
      paused_from = CASE status WHEN 'paused' THEN 'sending' END,
      next_attempt_at = CASE status WHEN 'testing' THEN $3 ELSE next_attempt_at END,
      woken_at = CASE status WHEN 'testing' THEN clock_timestamp() ELSE woken_at END,
      claimed_by = CASE status WHEN 'testing' THEN NULL ELSE claimed_by END,
      claim_token = CASE status WHEN 'testing' THEN NULL ELSE claim_token END,
      attempts = 0, last_error = NULL
  WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL AND winner IS NULL
    AND (status = 'testing' OR (status = 'paused' AND paused_from = 'testing'))
  RETURNING status`;

/**
 * Chooses the winner of a test.
 * @throws DomainError `not_found`; `validation_error` for a campaign without a test, a key of no variant, and a test that has
 *   not begun or is decided
 */
export async function chooseWinner(
  { database, queues }: TransitionDeps,
  { variant, ...move }: WinnerChoice,
): Promise<void> {
  const { accountId, id, now } = move;
  const { abTest } = await requireCampaign(database, move);
  if (!abTest) throw new DomainError('validation_error', 'The campaign has no A/B test.');
  const keys = abTest.variants.map(({ key }) => key);
  const place = keys.indexOf(variant);
  if (place < 0) throw new DomainError('validation_error', `\`variant\` must be one of ${keys.join(', ')}.`);
  await transaction(database, async (client) => {
    const { rows } = await client.query<{ status: string }>({
      name: 'choose-winner-of-campaign',
      text: CHOOSE,
      values: [id, accountId, now, place + 1, variant],
    });
    if (!rows[0]) throw await refusalOf(client, move);
    if (rows[0].status === 'sending') wakeDispatch(client, queues, id);
  });
}

async function refusalOf(database: Queryable, move: CampaignTransition): Promise<DomainError> {
  const { winner } = await requireCampaign(database, move);
  if (winner === null) return await refuseTransition(database, move, 'decided');
  return new DomainError('validation_error', `The test is already decided: ${winner} won.`);
}

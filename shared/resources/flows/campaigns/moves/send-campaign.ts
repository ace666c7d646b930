// Sends a campaign, or schedules it: it is no draft any more, and its dispatch begins at its time. What would keep it from
// being sent is said here; it is looked at again when it begins.
import { DomainError } from '../../../../contract/domain-error.ts';
import { CAMPAIGNS_UNFINISHED_MAX } from '../../../../contract/limits.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { isTimeOut, withinTime } from '../../../audience/segments/counts/within-time.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import { hasSendable } from '../../../messaging/campaign-recipients/count-audience.ts';
import { findCampaignAudience } from '../audience/find-audience.ts';
import { type Campaign, IS_UNFINISHED_CAMPAIGN } from '../campaign.ts';
import { findShareOfQuota } from '../dispatch/standing.ts';
import { requireCampaign } from '../find.ts';
import { findSizeFault, testSizeOf } from '../testing/test-size.ts';
import { type CampaignTime, requireTimezoneProperty, startOf } from '../timing/campaign-time.ts';
import {
  type CampaignMove,
  type MoveDeps,
  type MovedCampaign,
  refuseMove,
  wakeDispatch,
} from './campaign-move.ts';
import { type KnownDeps, requireKnownToWorkers } from './require-known.ts';
import { requireSendableCampaign, type SendableDeps } from './require-sendable.ts';

/** A person waits for it. */
const LOOK_MS = 5_000;

/** When it is sent; without a time: now. */
export type CampaignSend = CampaignMove & CampaignTime;

const SEND = `
  UPDATE campaigns
  SET status = CASE WHEN $4::timestamptz IS NULL THEN 'queued' ELSE 'scheduled' END, scheduled_at = $4,
      timezone = $5, timezone_property = $6, wall_time = $7,
      next_attempt_at = coalesce($8, $3::timestamptz), woken_at = CASE WHEN $4 IS NULL THEN clock_timestamp() END,
      updated_at = $3
  WHERE id = $1 AND account_id = $2 AND status = 'draft' AND deleted_at IS NULL
  RETURNING id, name, status`;

/** Dependencies of sending. */
export interface SendCampaignDeps extends MoveDeps, SendableDeps, KnownDeps {
  simulatorDomains: readonly string[];
}

/**
 * @throws DomainError `not_found`; `validation_error` for one that is no draft, in the sandbox, without a contact to send to,
 *   with a sender or template that cannot be sent, or with a test of fewer recipients than variants;
 *   `monthly_quota_exceeded`
 */
export async function sendCampaign(deps: SendCampaignDeps, send: CampaignSend): Promise<MovedCampaign> {
  const { database, queues } = deps;
  const { accountId, id, scheduledAt, timezone, timezoneProperty, wallTime, now } = send;
  const asked = await requireSendableCampaign(database, send, deps);
  const campaign = await requireCampaign(database, send);
  const { abTest, ratePerHour } = campaign;
  if (abTest && timezoneProperty !== null) throw refuseTestByZones();
  await requireKnownToWorkers(database, { abTest, ratePerHour, timezoneProperty, ...asked }, deps);
  // Looked at before anything is locked: it may take seconds.
  if (!(await mayHaveSendable(deps, campaign, now)))
    throw new DomainError('validation_error', 'No contact of the audience can be sent to. Nothing was sent.');
  const sendable = await countSendable(deps, campaign, send);
  return await transaction(database, async (client) => {
    // As those who delete what a campaign uses do.
    await lockAccount(client, accountId);
    await requireSendableCampaign(client, send, deps);
    if (timezoneProperty !== null) await requireTimezoneProperty(client, accountId, timezoneProperty);
    if (scheduledAt === null && sendable > 0)
      requireMonth(await findShareOfQuota(client, accountId, now), sendable);
    await requireFewUnfinished(client, accountId);
    const { rows } = await client.query<MovedCampaign>({
      name: 'send-campaign',
      text: SEND,
      values: [id, accountId, now, scheduledAt, timezone, timezoneProperty, wallTime, startOf(send)],
    });
    const [sent] = rows;
    if (!sent) throw await refuseMove(client, send, 'sent');
    if (scheduledAt === null) wakeDispatch(client, queues, id);
    return sent;
  });
}

/** What cannot be found in some seconds may be there: it is looked at again when the campaign begins. */
async function mayHaveSendable(
  { database, simulatorDomains }: SendCampaignDeps,
  campaign: Campaign,
  now: Date,
): Promise<boolean> {
  try {
    return await withinTime(database, LOOK_MS, (client) =>
      hasSendable(client, { ...campaign, createdUntil: now, simulatorDomains }),
    );
  } catch (error) {
    if (isTimeOut(error)) return true;
    throw error;
  }
}

/**
 * The recipients, where there is a test, or where it is sent now and the month has a limit. @returns 0 if they need not be
 * counted, or could not be: that is done before the first mail
 */
async function countSendable(
  deps: SendCampaignDeps,
  { abTest }: Campaign,
  send: CampaignSend,
): Promise<number> {
  if (!abTest && send.scheduledAt !== null) return 0;
  const { month } = await findShareOfQuota(deps.database, send.accountId, send.now);
  if (month === Number.POSITIVE_INFINITY && !abTest) return 0;
  try {
    const { sendable } = await findCampaignAudience(deps, send);
    const fault = abTest && findSizeFault(abTest, testSizeOf(abTest, sendable));
    if (fault) throw new DomainError('validation_error', `${fault} Nothing was sent.`);
    return sendable;
  } catch (error) {
    if (isTimeOut(error)) return 0;
    throw error;
  }
}

/** A test compares what is sent in one hour. */
export function refuseTestByZones(): DomainError {
  return new DomainError('validation_error', 'A campaign with `ab_test` cannot have a `timezone_property`.');
}

async function requireFewUnfinished(client: Transaction, accountId: string): Promise<void> {
  const { rows } = await client.query<{ unfinished: number }>({
    name: 'count-unfinished-campaigns',
    text: `SELECT count(*)::integer AS unfinished FROM campaigns
           WHERE account_id = $1 AND ${IS_UNFINISHED_CAMPAIGN}`,
    values: [accountId],
  });
  if ((rows[0]?.unfinished ?? 0) < CAMPAIGNS_UNFINISHED_MAX) return;
  throw new DomainError(
    'validation_error',
    `The account has ${CAMPAIGNS_UNFINISHED_MAX} campaigns that are not finished, which is the limit.`,
  );
}

function requireMonth({ month }: { month: number }, sendable: number): void {
  if (sendable <= month) return;
  throw new DomainError(
    'monthly_quota_exceeded',
    `The campaign has ${sendable} recipients, and may use ${month} emails of this month's quota: a tenth is left to other mail. Nothing was sent.`,
  );
}

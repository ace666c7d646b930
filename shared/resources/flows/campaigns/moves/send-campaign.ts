// Sends a campaign, or schedules it: it is no draft any more, and its dispatch begins at its time. What would keep it from
// being sent is said here; it is looked at again when it begins.
import { DomainError } from '../../../../contract/domain-error.ts';
import { CAMPAIGNS_UNFINISHED_MAX } from '../../../../contract/limits.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { unlessTimeOut } from '../../../audience/segments/counts/within-time.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import { findCampaignAudience } from '../audience/find-audience.ts';
import { type Campaign, IS_UNFINISHED_CAMPAIGN } from '../campaign.ts';
import { type CampaignSamples, findSamples } from '../checklist/samples.ts';
import { checkMonth, checkTestSize, refuseErrors } from '../checklist/sending-checks.ts';
import { findShareOfQuota } from '../dispatch/standing.ts';
import { type CampaignTime, requireTimezoneProperty, startOf } from '../timing/campaign-time.ts';
import {
  type CampaignMove,
  type MoveDeps,
  type MovedCampaign,
  refuseMove,
  wakeDispatch,
} from './campaign-move.ts';
import { type KnownDeps, requireKnownToWorkers } from './require-known.ts';
import { requireDraft, requireSendableCampaign, type SendableDeps } from './require-sendable.ts';

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
 *   `monthly_quota_exceeded`. What its checklist calls errors is in the field `findings` of the refusal
 */
export async function sendCampaign(deps: SendCampaignDeps, send: CampaignSend): Promise<MovedCampaign> {
  const { database, queues } = deps;
  const { accountId, id, scheduledAt, timezone, timezoneProperty, wallTime, now } = send;
  const campaign = await requireDraft(database, send);
  // Looked at before anything is locked: it may take seconds.
  const samples = await findSamples(deps, campaign, now);
  await requireSendableAsAsked(database, send, { ...deps, samples });
  const sendable = await countSendable(deps, campaign, send);
  return await transaction(database, async (client) => {
    // As those who delete what a campaign uses do.
    await lockAccount(client, accountId);
    // The campaign may have been changed since.
    const locked = await requireSendableAsAsked(client, send, { ...deps, samples });
    if (timezoneProperty !== null) await requireTimezoneProperty(client, accountId, timezoneProperty);
    if (sendable !== undefined) refuseErrors(checkTestSize(locked, sendable));
    if (scheduledAt === null && sendable !== undefined)
      refuseErrors(checkMonth(await findShareOfQuota(client, accountId, now), sendable));
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

/** @returns the campaign @throws DomainError also for what it asks for together with the time that it is sent at */
async function requireSendableAsAsked(
  database: Queryable,
  send: CampaignSend,
  deps: SendCampaignDeps & { samples: CampaignSamples },
): Promise<Campaign> {
  const { campaign, asked } = await requireSendableCampaign(database, send, deps);
  const { abTest, ratePerHour } = campaign;
  const { timezoneProperty } = send;
  if (abTest && timezoneProperty !== null) throw refuseTestByZones();
  await requireKnownToWorkers(database, { abTest, ratePerHour, timezoneProperty, ...asked }, deps);
  return campaign;
}

/**
 * The recipients, where there is a test, or where it is sent now and the month has a limit. @returns undefined if they need
 * not be counted, or could not be: that is done before the first mail
 */
async function countSendable(
  deps: SendCampaignDeps,
  { abTest }: Campaign,
  send: CampaignSend,
): Promise<number | undefined> {
  if (!abTest && send.scheduledAt !== null) return undefined;
  const { month } = await findShareOfQuota(deps.database, send.accountId, send.now);
  if (month === Number.POSITIVE_INFINITY && !abTest) return undefined;
  return (await unlessTimeOut(findCampaignAudience(deps, send)))?.sendable;
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

// Sends a campaign, or schedules it: it is no longer a draft, and its dispatch begins at its time. Anything that
// prevents sending is reported here; it is checked again when it begins.
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { isKnownToAllWorkers } from '../../../../platform/work/processes/known-to-all.ts';
import { unlessTimeOut } from '../../../audience/segments/counts/within-time.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import { type AudienceDeps, findCampaignAudience } from '../audience/find-audience.ts';
import type { Campaign } from '../campaign.ts';
import { requireFaultless } from '../checklist/find-faults.ts';
import { type InspectDeps, inspectCampaign } from '../checklist/inspect-campaign.ts';
import { findSamples } from '../checklist/samples.ts';
import { findShareOfQuota } from '../dispatch/budget.ts';
import { requireCampaign } from '../find.ts';
import { type CampaignTime, startOf } from '../timing/campaign-time.ts';
import {
  type CampaignAfterTransition,
  type CampaignTransition,
  refusalOfStatus,
  refuseTransition,
  type TransitionDeps,
  wakeDispatch,
} from './campaign-transition.ts';

/** When it is sent; without a time: now. */
export type CampaignSend = CampaignTransition & CampaignTime;

const SEND = `
  UPDATE campaigns
  SET status = CASE WHEN $4::timestamptz IS NULL THEN 'queued' ELSE 'scheduled' END, scheduled_at = $4,
      timezone = $5, timezone_property = $6, wall_time = $7,
      next_attempt_at = coalesce($8, $3::timestamptz), woken_at = CASE WHEN $4 IS NULL THEN clock_timestamp() END,
      updated_at = $3
  WHERE id = $1 AND account_id = $2 AND status = 'draft' AND deleted_at IS NULL
  RETURNING id, name, status`;

/** Dependencies of sending. */
export interface SendCampaignDeps extends TransitionDeps, InspectDeps, AudienceDeps {
  database: Database;
  /** A worker that was silent for so long does nothing any more. */
  deadAfterMs: number;
}

/**
 * @throws DomainError `not_found`; `validation_error` for one that is not a draft, and for what the checks find
 * (checklist/checks.ts); `monthly_quota_exceeded`. What its checklist calls errors is in the field `findings` of the
 * refusal
 */
export async function sendCampaign(
  deps: SendCampaignDeps,
  send: CampaignSend,
): Promise<CampaignAfterTransition> {
  const { database, queues, deadAfterMs } = deps;
  const { accountId, id, scheduledAt, timezone, timezoneProperty, wallTime, now } = send;
  const campaign = await requireDraft(database, send);
  // Looked at before anything is locked: it may take seconds.
  const samples = await findSamples(deps, campaign, now);
  const sendable = await countSendable(deps, campaign, send);
  return await transaction(database, async (client) => {
    // As those who delete what a campaign uses do.
    await lockAccount(client, accountId);
    // The campaign may have been changed since.
    const locked = { ...(await requireDraft(client, send)), scheduledAt, timezoneProperty };
    const seen = await inspectCampaign(client, locked, deps, { samples, now });
    const { month } = scheduledAt === null ? await findShareOfQuota(client, accountId, now) : seen;
    await requireFaultless('send', {
      ...seen,
      sendable,
      month,
      isKnown: (ability) => isKnownToAllWorkers(client, ability, deadAfterMs),
    });
    const { rows } = await client.query<CampaignAfterTransition>({
      name: 'send-campaign',
      text: SEND,
      values: [id, accountId, now, scheduledAt, timezone, timezoneProperty, wallTime, startOf(send)],
    });
    const [sent] = rows;
    if (!sent) throw await refuseTransition(client, send, 'sent');
    if (scheduledAt === null) wakeDispatch(client, queues, id);
    return sent;
  });
}

async function requireDraft(database: Queryable, send: CampaignSend): Promise<Campaign> {
  const campaign = await requireCampaign(database, send);
  if (campaign.status !== 'draft') throw refusalOfStatus(campaign.status, 'sent');
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

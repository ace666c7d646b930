// The brakes of a campaign: when many of its first mails bounce, or people complain about them, it is paused before the
// reputation of its sender is ruined. Later outcomes count for the reputation of the sender
// (docs/architecture/reputation.md).
import type { Queryable } from '../../../../platform/db/connect.ts';
import { countRecipients } from '../../../messaging/emails/metrics/counts.ts';
import type { Campaign, PausedReason } from '../campaign.ts';
import { findCampaignCounts } from '../stats/find-stats.ts';

/** Why a campaign is paused, and the sentence for its owner. */
export interface Brake {
  reason: Extract<PausedReason, 'bounces' | 'complaints'>;
  why: string;
}

/** A campaign, and whether its first outcomes were judged. */
type BrakedCampaign = Pick<Campaign, 'id' | 'accountId'> & { isProven: boolean };

/** How many outcomes are judged. */
const OUTCOMES = 1_000;
const BOUNCES = { least: 20, share: 0.1 };
const COMPLAINTS = { least: 5, share: 0.005 };

/**
 * Evaluates the outcomes so far. The counters are read without a lock: an outcome that locked the campaign would
 * deadlock with a release.
 * @returns the brake that pauses the campaign; `passed`: enough outcomes are good; undefined: neither
 */
export async function checkBrakes(
  database: Queryable,
  { id, accountId, isProven }: BrakedCampaign,
): Promise<Brake | 'passed' | undefined> {
  if (isProven) return undefined;
  const { counts } = await findCampaignCounts(database, accountId, id);
  const { complained = 0 } = counts;
  // A delay is not an outcome: its mail may bounce yet.
  const { bounced, sentOrFailed: outcomes } = countRecipients(counts);
  if (exceeds(bounced, outcomes, BOUNCES))
    return { reason: 'bounces', why: `${bounced} of its first ${outcomes} emails bounced.` };
  if (exceeds(complained, outcomes, COMPLAINTS))
    return {
      reason: 'complaints',
      why: `${complained} people complained about its first ${outcomes} emails.`,
    };
  return outcomes >= OUTCOMES ? 'passed' : undefined;
}

function exceeds(count: number, of: number, { least, share }: { least: number; share: number }): boolean {
  return count >= least && count >= of * share;
}

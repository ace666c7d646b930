// What is measured of the mail of a campaign: what it chooses itself, and else what the domain of its sender measures now.
import type { Tracking } from '../../messaging/emails/email.ts';
import { type DomainTracking, decideTracking } from '../../messaging/emails/tracking/measures.ts';
import type { Campaign } from './campaign.ts';

const UNKNOWN_DOMAIN: DomainTracking = { openTracking: false, clickTracking: false };

/** @param domain of its From; undefined: the account has it no more */
export function measuredOf(
  { tracking }: Pick<Campaign, 'tracking'>,
  domain: DomainTracking = UNKNOWN_DOMAIN,
): Tracking {
  return decideTracking({ source: 'campaign', ...(tracking && { tracking }) }, domain);
}

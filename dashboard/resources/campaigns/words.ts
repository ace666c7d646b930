// What is said of a campaign: its state, why it is paused, and what a row of the list says. Pure.
import type { CampaignItem } from '../../api/generated/types.ts';
import { amountText } from '../../format/amount-text.ts';
import { wholeRateText } from '../../format/rate-text.ts';

type CampaignStatus = CampaignItem['status'];
type PausedReason = NonNullable<CampaignItem['paused_reason']>;

/** State → its word. */
export const CAMPAIGN_STATES: Readonly<Record<CampaignStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  queued: 'Starting',
  testing: 'Testing',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
  canceled: 'Canceled',
  failed: 'Failed',
};

/** The dot and the word of a state. */
export function campaignBadge({ status }: Pick<CampaignItem, 'status'>): { status: string; label: string } {
  return { status, label: CAMPAIGN_STATES[status] };
}

/** The same in a row of the list: with the share that is done, while that can be less than all. */
export function campaignRowBadge(campaign: StateOfCampaign): { status: string; label: string } {
  const { status, label } = campaignBadge(campaign);
  const { counts } = campaign;
  if (!HAS_SHARE.has(campaign.status) || counts === null || counts.recipients === 0) return { status, label };
  // Rounded down: 100% is said of all only.
  const share = Math.floor(((counts.recipients - counts.pending) / counts.recipients) * 100);
  return { status, label: `${label}, ${share}%` };
}

type StateOfCampaign = Pick<CampaignItem, 'status' | 'counts'>;

const HAS_SHARE: ReadonlySet<CampaignStatus> = new Set(['testing', 'sending', 'paused', 'canceled']);

/** The words for a reason, and the remedy. */
interface PausedWords {
  sentence: string;
  remedy: string;
  /** The page of the remedy, below /app; absent: the campaign. */
  href?: string;
}

/** Why a campaign is paused (docs/reference/campaigns.md#states, docs/reference/campaign-sending.md#brakes). */
export const PAUSED_REASONS: Readonly<Record<PausedReason, PausedWords>> = {
  manual: {
    sentence: 'Paused by a person.',
    remedy: 'Resume it to send to the people who have no mail yet.',
  },
  daily_quota: {
    sentence: 'The daily quota for campaigns is used up. The last tenth is reserved for other mail.',
    remedy: 'Sending resumes at 00:00 UTC.',
    href: '/settings/usage',
  },
  monthly_quota: {
    sentence: 'The monthly quota for campaigns is used up. The last tenth is reserved for other mail.',
    remedy: 'Sending resumes on the first of the month.',
    href: '/settings/usage',
  },
  capacity: {
    sentence: 'The domain or the account reached its daily limit as a new or recovering sender.',
    remedy: 'Sending resumes at 00:00 UTC.',
    href: '/domains',
  },
  reputation: {
    sentence:
      'The domain or the account cannot send for now: too much of its mail bounced or was reported as spam, or production access was removed.',
    remedy: 'See how to lift the pause of the domain, then resume the campaign.',
    href: '/domains',
  },
  bounces: {
    sentence: 'Too many of its first emails bounced.',
    remedy:
      'Find out how these addresses entered the audience, and remove the wrong ones. After you resume the campaign, bounces do not pause it again.',
  },
  complaints: {
    sentence: 'Too many people reported its first emails as spam.',
    remedy:
      'Check that these people asked for this mail, and cancel the campaign if they did not. After you resume it, complaints do not pause it again.',
  },
  domain: {
    sentence: 'Its sending domain was lost to another account, or cannot send.',
    remedy: 'Prove that the domain is yours, or send from another one. Then resume the campaign.',
    href: '/domains',
  },
  refused: {
    sentence: 'Its mail was refused.',
    remedy: 'Fix the cause, then resume the campaign or cancel it.',
  },
  missed: {
    sentence: 'It was more than 6 hours late when it could start.',
    remedy: 'Resume the campaign if its content is still right, or cancel it.',
  },
};

/** `31% of 4,020`: a rate names its whole. A dash: it is not measured; empty: there is no whole yet. */
export function rateText(part: number, whole: number, isMeasured: boolean): string {
  if (!isMeasured) return '–';
  return whole === 0 ? '' : `${wholeRateText(part / whole)} of ${amountText(whole)}`;
}

/** The moment that a row names: when it was sent, when it is to be, else when it last changed. */
export function rowTime({ sent_at, scheduled_at, updated_at }: TimesOfCampaign): string {
  return sent_at ?? scheduled_at ?? updated_at;
}

type TimesOfCampaign = Pick<CampaignItem, 'sent_at' | 'scheduled_at' | 'updated_at'>;

/** Whether it can be deleted: a campaign that is being sent, or is paused, must be canceled first. */
export function canBeDeleted({ status }: Pick<CampaignItem, 'status'>): boolean {
  return !IS_UNDER_WAY.has(status);
}

const IS_UNDER_WAY: ReadonlySet<CampaignStatus> = new Set(['queued', 'testing', 'sending', 'paused']);

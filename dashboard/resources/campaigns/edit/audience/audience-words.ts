// Whom a campaign reaches, in words: how many of how many, and why the others are left out. Pure.
import type { CAMPAIGN_LEFT_OUT_REASONS } from '../../../../../shared/contract/campaigns/values.ts';
import type { CampaignAudience } from '../../../../api/generated/types.ts';
import { amountText } from '../../../../format/amount-text.ts';

/** Reason → words that fit one and many. */
const LEFT_OUT: Readonly<Record<(typeof CAMPAIGN_LEFT_OUT_REASONS)[number], string>> = {
  unsubscribed: 'Unsubscribed from everything',
  opted_out: 'Opted out of the topic, or never opted in',
  suppressed: 'On the suppression list',
  reserved: 'An address on a reserved domain',
  invalid: 'No longer a valid address',
  deleted: 'Deleted',
  render_failed: 'Values that the email cannot use',
};

/** "1 person", "4,020 people" */
export function peopleText(count: number): string {
  return `${amountText(count)} ${count === 1 ? 'person' : 'people'}`;
}

/** Why a contact gets no mail. */
export function leftOutWords(reason: string): string {
  return LEFT_OUT[reason as keyof typeof LEFT_OUT] ?? reason;
}

/** A reason that keeps some from getting mail. */
export interface LeftOut {
  reason: string;
  count: number;
  words: string;
}

/** The reasons that hold for at least one, the most frequent one first. */
export function leftOutRows({ left_out }: Pick<CampaignAudience, 'left_out'>): LeftOut[] {
  return Object.entries(left_out)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => ({
      reason,
      count,
      words: leftOutWords(reason),
    }));
}

/** The difference of the number between two reads; undefined: it is the same. */
export function differenceWords(before: number | undefined, now: number): string | undefined {
  if (before === undefined || before === now) return undefined;
  return `The number of recipients changed from ${peopleText(before)} to ${peopleText(now)} since this page was loaded.`;
}

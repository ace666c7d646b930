// What became of a campaign: one sentence that says it all, and its numbers, each of which leads to its recipients. Every number
// is one of GET /campaigns/:id/stats. Pure.
import type { Campaign } from '../../../../api/generated/types.ts';
import type { Tone } from '../../../../design/text/statuses.ts';
import { amountText } from '../../../../format/amount-text.ts';
import { wholeRateText } from '../../../../format/rate-text.ts';

/** Counts and rates. */
export type Figures = NonNullable<Campaign['stats']>;

/** The measurements of its mail. */
export type Measured = Campaign['measured'];

type Result = Pick<Campaign, 'status' | 'stats' | 'measured'>;

/** A share of fewer people says less than their number. */
const SHARES_FROM = 100;

const WITHOUT_FIGURES: Readonly<Record<Campaign['status'], string>> = {
  draft: 'This campaign is a draft. No one gets it until you send it.',
  scheduled: 'This campaign is scheduled.',
  queued: 'Recipients are being collected.',
  testing: 'Sending is starting.',
  sending: 'Sending is starting.',
  paused: 'This campaign was paused before its recipients were collected.',
  sent: 'This campaign was sent. Its results were removed.',
  canceled: 'This campaign was canceled before its recipients were collected.',
  failed: 'This campaign could not start.',
};

/** Whether it may still send mail. */
export function isRunning({ status }: Pick<Campaign, 'status'>): boolean {
  return ['queued', 'testing', 'sending', 'paused'].includes(status);
}

/** "4,020 got it; 31% opened." */
export function resultSentence({ status, stats, measured }: Result): string {
  if (stats === null) return WITHOUT_FIGURES[status];
  if (stats.recipients === 0) return 'No one got it: everyone in its audience was left out.';
  const touches = touchWords(stats, measured);
  if (isRunning({ status })) return `${gotWords(stats, ' so far')}${touches}.`;
  if (status === 'canceled') return `This campaign was canceled. ${gotWords(stats, '')}${touches}.`;
  const { delivered } = stats;
  if (delivered === 0) return `${gotWords(stats, '')}.`;
  return `${delivered === 1 ? '1 person' : amountText(delivered)} got it${touches}.`;
}

/** "1,204 of 4,020 got it" */
function gotWords({ recipients, delivered }: Figures, soFar: string): string {
  const whole = recipients === 1 ? 'the one recipient' : amountText(recipients);
  return `${delivered === 0 ? 'None' : amountText(delivered)} of ${whole} got it${soFar}`;
}

/** "; 31% opened"; empty: no one has got it. */
function touchWords(stats: Figures, { opens, clicks }: Measured): string {
  const { delivered } = stats;
  if (delivered === 0) return '';
  if (!(opens || clicks)) return '; opens and clicks are not measured';
  const [count, rate, did] = opens
    ? ([stats.unique_opened, stats.open_rate, 'opened'] as const)
    : ([stats.unique_clicked, stats.click_rate, 'clicked'] as const);
  if (count === 0) return `; none ${did}`;
  return `; ${delivered < SHARES_FROM ? amountText(count) : wholeRateText(rate)} ${did}`;
}

/** One number of the result. */
export interface Figure {
  /** The `type` of its recipients. */
  type: string;
  label: string;
  /** Undefined: it is not measured. */
  count: number | undefined;
  tone: Tone;
  /** The whole that it is a part of; empty: it is that whole. */
  share: string;
}

/** The results of its mail, then people's reactions. */
export function figuresOf(stats: Figures, { opens, clicks }: Measured): Figure[] {
  const { recipients, delivered } = stats;
  const ofAll = recipients === 0 ? '' : `of ${amountText(recipients)}`;
  const ofTried = (rate: number) => (recipients < SHARES_FROM ? '' : `${wholeRateText(rate)} of attempted`);
  const ofGot = (rate: number) =>
    delivered < SHARES_FROM ? '' : `${wholeRateText(rate)} of ${amountText(delivered)}`;
  return [
    figure('pending', 'Waiting', stats.pending, 'neutral', ofAll),
    figure('sent', 'Sent', stats.sent, 'info', ofAll),
    figure('delivered', 'Delivered', delivered, 'good', ofTried(stats.delivery_rate)),
    figure('bounced', 'Bounced', stats.bounced, 'bad', ofTried(stats.bounce_rate)),
    figure('failed', 'Failed', stats.failed, 'bad', ''),
    figure('left_out', 'Left out', stats.left_out, 'neutral', ''),
    opens
      ? figure('opened', 'Opened', stats.unique_opened, 'good', ofGot(stats.open_rate))
      : unmeasured('opened', 'Opened'),
    clicks
      ? figure('clicked', 'Clicked', stats.unique_clicked, 'good', ofGot(stats.click_rate))
      : unmeasured('clicked', 'Clicked'),
    figure('unsubscribed', 'Unsubscribed', stats.unsubscribed, 'neutral', ofGot(stats.unsubscribe_rate)),
    figure('complained', 'Complained', stats.complained, 'bad', ofGot(stats.complaint_rate)),
  ];
}

/** A count of 0 is neither good nor bad. */
function figure(type: string, label: string, count: number, tone: Tone, share: string): Figure {
  return { type, label, count, tone: count === 0 ? 'neutral' : tone, share };
}

function unmeasured(type: string, label: string): Figure {
  return { type, label, count: undefined, tone: 'neutral', share: 'not measured' };
}

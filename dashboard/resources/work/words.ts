// The rows of work in words, for people who have never seen them: what each kind is, what its numbers count, and times as
// a clock on the wall shows them. Pure.
import type { RestingDestination, WorkKind } from '../../api/work-kind.ts';
import { amountText } from '../../format/amount-text.ts';
import { duration } from '../../format/time.ts';

/** Queue → what its rows are. Work that is newer than this list is called as its queue. */
const KINDS: Readonly<Record<string, string>> = {
  send: 'Emails to send',
  'send-bulk': 'Mail of campaigns to send',
  receive: 'Received emails to read',
  'provider-feedback': 'Feedback from providers',
  webhook: 'Webhook events to deliver',
  'webhook-replay': 'Webhook replays',
  tracking: 'Opens and clicks to record',
  'audience-removal': 'Contacts and lists to remove',
  'contact-erasure': 'People to erase',
  'account-deletion': 'Accounts to delete',
  'contact-import': 'Contact imports',
  'segment-recount': 'Segments to count',
  'domain-check': 'Domains to check',
  'mta-sts': 'TLS policies of other domains to refresh',
  'domain-withdrawal': 'Mail of removed domains to withdraw',
  automation: 'Automation runs that an event resumes',
  'automation-timer': 'Automation runs that wait for a time',
  'automation-bulk': 'Automation runs started in bulk',
  'automation-batch': 'Bulk changes to automation runs',
  campaign: 'Campaigns to send out',
  recurring: 'Maintenance',
};

/** The rows of a kind, in words. */
export function kindWords({ queue }: Pick<WorkKind, 'queue'>): string {
  return KINDS[queue] ?? queue;
}

/** The state of a row at a glance: the gravest of its numbers. */
export type WorkState = 'stuck' | 'held' | 'claimed' | 'due' | 'waiting' | 'idle';

/** State → the word for it, and what it means. */
export const STATE_WORDS: Readonly<Record<WorkState, readonly [word: string, about: string]>> = {
  waiting: ['scheduled', 'not due yet: scheduled for later, or waiting for a retry'],
  due: ['ready', 'due now, waiting for a worker'],
  held: [
    'held back',
    'blocked by something other than time, such as a pause, a failing endpoint or the pace of a mailbox provider',
  ],
  claimed: ['in progress', 'a worker is processing them now'],
  stuck: [
    'stuck',
    'ready for more than 1 minute, or claimed by a worker that died. Also counted under that state',
  ],
  idle: ['idle', 'nothing to do'],
};

/** The gravest state of a kind's rows. */
export function stateOf(kind: WorkKind): WorkState {
  return (['stuck', 'held', 'claimed', 'due', 'waiting'] as const).find((state) => kind[state] > 0) ?? 'idle';
}

/** "3 stuck, 12 ready, the oldest for 4 min, 60 scheduled". */
export function countWords(kind: WorkKind, now: Date): string {
  const ready = oldestWords(kind, now);
  return (['stuck', 'held', 'claimed', 'due', 'waiting'] as const)
    .filter((state) => kind[state] > 0)
    .map((state) => `${amountWords(kind[state])} ${STATE_WORDS[state][0]}${state === 'due' ? ready : ''}`)
    .join(', ');
}

/** A row that has just become due has not waited. */
const WORTH_SAYING_MS = 5_000;

function oldestWords({ oldest_due_at }: WorkKind, now: Date): string {
  const waitedMs = oldest_due_at === null ? 0 : now.getTime() - new Date(oldest_due_at).getTime();
  return waitedMs < WORTH_SAYING_MS ? '' : ` (the oldest for ${duration(waitedMs)})`;
}

/** The server counts no further than this. */
const COUNTED_MAX = 100_000;

/** "12", "100,000 or more". */
export function amountWords(count: number): string {
  return count >= COUNTED_MAX ? `${amountText(count)} or more` : amountText(count);
}

/** The problems for an operator, in a few words; undefined: none. */
export function needWords(kinds: readonly WorkKind[]): string | undefined {
  const sum = (state: 'stuck' | 'held') => kinds.reduce((total, kind) => total + kind[state], 0);
  const stuck = sum('stuck');
  const held = sum('held');
  const parts = [
    ...(stuck > 0 ? [`${amountWords(stuck)} stuck`] : []),
    ...(held > 0 ? [`${amountWords(held)} held back`] : []),
  ];
  return parts.length === 0 ? undefined : `Work: ${parts.join(', ')}`;
}

/** A time as programs and Postgres write it: `2026-11-20T12:00:00.000Z`, `2026-11-20 12:00:00.123+00`. */
const TIME = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)/g;

/** A sentence of the service with its times as `moment` says them, in the zone of the person. */
export function withTimesOfPeople(sentence: string, moment: (at: string) => string): string {
  return sentence.replaceAll(TIME, (time) => moment(time.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')));
}

const REST_REASONS: Readonly<Record<RestingDestination['reason'], string>> = {
  asked: 'It asks for less mail',
  blocked: 'It blocks our address',
  operator: 'Set by operators',
};

/** "It blocks our address: 421 4.7.0 …": why a mailbox provider rests. */
export function restReason({ reason, reply }: Pick<RestingDestination, 'reason' | 'reply'>): string {
  return reply === '' ? `${REST_REASONS[reason]}.` : `${REST_REASONS[reason]}: ${reply}`;
}

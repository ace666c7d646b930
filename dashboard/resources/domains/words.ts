// The state of a domain in sentences: what was found, what that means for its mail, when DNS was asked and is asked again.
// Pure.
import type { Domain } from '../../api/generated/types.ts';
import { dayAndTime } from '../../format/time.ts';
import { listed, namesOf } from './missing-words.ts';
import { recordName } from './records/purpose.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A record that is waited for is asked for each minute at first: an older answer means that DNS has not answered since. */
const FRESH_MS = 90 * SECOND_MS;

/** What the sentences follow from. */
export type DomainState = Pick<
  Domain,
  | 'status'
  | 'status_reason'
  | 'vouched'
  | 'capabilities'
  | 'reputation'
  | 'records'
  | 'missing_records'
  | 'contested'
  | 'checked_at'
  | 'next_check_at'
>;

/** What was found and what it means, in one or two sentences. */
export function stateWords(domain: DomainState): string {
  const reason = reasonWords(domain);
  if (reason !== undefined) return reason;
  if (domain.vouched)
    return 'An operator of this service vouches for this domain: it may send, whatever DNS says.';
  if (domain.status === 'not_started') return 'Not looked up yet. Publish the records below, then verify.';
  return `${foundWords(domain)} ${meaningWords(domain)}`;
}

function reasonWords({ status_reason }: DomainState): string | undefined {
  switch (status_reason) {
    case 'claimed':
      return 'Lost: another account has proved that this name is its own, so nothing can be sent from it.';
    case 'domain_conflict':
      return 'Another account has verified this name, or one above or below it. Claim the name to prove that it is yours.';
    case 'plan_limit_reached':
      return 'All required records are found, but your plan allows no further verified domain.';
    default:
      return undefined;
  }
}

/** "2 of 4 records found." */
function foundWords({ records, status }: DomainState): string {
  const found = records.filter((record) => record.status === 'verified').length;
  if (found === records.length && status === 'verified') {
    return found === 1 ? 'The record is found.' : `All ${found} records are found.`;
  }
  return `${found} of ${records.length} records found.`;
}

function meaningWords(domain: DomainState): string {
  const { status, capabilities, reputation } = domain;
  const sends = capabilities.sending === 'enabled';
  if (status === 'pending') return sends ? 'Nothing can be sent yet.' : 'Nothing is received yet.';
  if (status === 'failed') return failedWords(domain);
  if (!sends) return 'Mail to it is received.';
  if (reputation === 'paused') return 'Sending is paused for its reputation.';
  const doubtful = domain.records.filter((record) => record.status === 'temporary_failure');
  if (doubtful.length > 0) {
    return `It still sends, but ${listed(namesOf(doubtful))} was there and is missing: after 72 hours it stops.`;
  }
  if (status === 'partially_verified') return 'It may send. The record of receiving is waited for.';
  if (status === 'partially_failed')
    return 'It may send, but not receive: that record was missing for 72 hours.';
  return 'It may send.';
}

function failedWords({ missing_records, capabilities }: DomainState): string {
  const missing = listed(namesOf(missing_records.filter(({ required }) => required)));
  const lost = capabilities.sending === 'enabled' ? 'nothing can be sent' : 'nothing is received';
  return `${missing === '' ? 'A record' : missing} was missing for 72 hours, so ${lost}. Publish what is missing, then verify.`;
}

/** That another account may take the name, and when; undefined: none does. */
export function contestWords({ contested }: Pick<Domain, 'contested'>): string | undefined {
  if (contested === null) return undefined;
  const begin = 'Another account has proved that it controls this name.';
  if (contested.reason === 'operator') return `${begin} An operator decides whose it is.`;
  if (contested.until === null) return `${begin} It may become its own.`;
  return `${begin} On ${dayAndTime(new Date(contested.until))} it becomes its own, unless that account loses the control.`;
}

/** "Looked 12 s ago, again in 48 s." */
export function lookWords(
  { status, checked_at, next_check_at }: Pick<Domain, 'status' | 'checked_at' | 'next_check_at'>,
  now: Date,
): string {
  const next = next_check_at === null ? undefined : new Date(next_check_at).getTime() - now.getTime();
  if (checked_at === null) {
    if (next === undefined) return status === 'not_started' ? '' : 'No check is planned.';
    return next <= 0 ? 'Looking now.' : `DNS has not answered yet. It is asked again in ${span(next)}.`;
  }
  const age = Math.max(0, now.getTime() - new Date(checked_at).getTime());
  const ago = age < SECOND_MS ? 'just now' : `${span(age)} ago`;
  if (next === undefined) return `Looked ${ago}, and not again before you verify.`;
  if (next <= 0) return `Looked ${ago}, looking again now.`;
  if (age > FRESH_MS && next < MINUTE_MS)
    return `DNS answered last ${ago}, and is asked again in ${span(next)}.`;
  return `Looked ${ago}, again in ${span(next)}.`;
}

/** Whether the words change with each second. */
export function isCounting(
  { checked_at, next_check_at }: Pick<Domain, 'checked_at' | 'next_check_at'>,
  now: Date,
): boolean {
  const distance = (at: string | null) =>
    at === null ? Number.POSITIVE_INFINITY : Math.abs(new Date(at).getTime() - now.getTime());
  return Math.min(distance(checked_at), distance(next_check_at)) < 2 * MINUTE_MS;
}

/** "48 s", "3 min", "2 h", "4 d". */
function span(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / SECOND_MS))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} d`;
}

/** What has become good between two reads, for screen readers; undefined: nothing. */
export function turnedGreenWords(
  before: Pick<Domain, 'status' | 'records'>,
  after: Pick<Domain, 'status' | 'records'>,
): string | undefined {
  const idsOf = ({ records }: Pick<Domain, 'records'>) =>
    new Set(records.filter(({ status }) => status === 'verified').map(({ name, type }) => `${type} ${name}`));
  const known = idsOf(before);
  const turned = after.records.filter(
    ({ status, name, type }) => status === 'verified' && !known.has(`${type} ${name}`),
  );
  const isWhole = after.status === 'verified' && before.status !== 'verified';
  const words = [
    ...(turned.length === 0
      ? []
      : [`${listed([...new Set(turned.map(recordName))])} ${turned.length === 1 ? 'is' : 'are'} verified.`]),
    ...(isWhole ? ['The domain is verified.'] : []),
  ];
  return words.length === 0 ? undefined : words.join(' ');
}

// The state of a domain in sentences: what was found, what that means for its mail, when DNS was asked and is asked again.
// Pure.
import type { Domain } from '../../api/generated/types.ts';
import { dayAndTime } from '../../format/time.ts';
import { lackWords, listed, namesOf } from './missing-words.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A waiting record is looked up each minute at first: an older answer means that DNS has not answered since. */
const FRESH_MS = 90 * SECOND_MS;

/** The facts for the sentences. */
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

/**
 * The findings and their meaning, in one or two sentences.
 * @param isAccountPaused whether none of the account's domains sends
 */
export function stateWords(domain: DomainState, isAccountPaused = false): string {
  const reason = reasonWords(domain);
  if (reason !== undefined) return reason;
  if (domain.vouched) {
    const vouched =
      'An operator of this service vouched for this domain, so it is verified whatever DNS says.';
    const pause = pauseWords(domain, isAccountPaused);
    return pause === undefined ? vouched : `${vouched} ${pause}`;
  }
  if (domain.status === 'not_started') return 'Not checked yet. Publish its records, then verify the domain.';
  return `${foundWords(domain)} ${meaningWords(domain, isAccountPaused)}`;
}

function reasonWords({ status_reason }: DomainState): string | undefined {
  switch (status_reason) {
    case 'claimed':
      return 'Lost: another account proved that it owns this domain, so you cannot send from it.';
    case 'domain_conflict':
      return 'Another account verified this domain, or a parent or subdomain of it. Claim the domain to prove that it is yours.';
    case 'plan_limit_reached':
      return 'All required records are found, but your plan does not allow another verified domain.';
    default:
      return undefined;
  }
}

/** "2 of 4 records found." */
function foundWords({ records, status }: DomainState): string {
  const found = records.filter((record) => record.status === 'verified').length;
  if (found === records.length && status === 'verified') {
    return found === 1 ? 'The record was found.' : `All ${found} records found.`;
  }
  // A wrong record was found as well.
  const isSomeWrong = records.some((record) => record.status !== 'verified' && record.found.length > 0);
  return `${found} of ${records.length} records ${isSomeWrong ? (found === 1 ? 'is correct' : 'are correct') : 'found'}.`;
}

function meaningWords(domain: DomainState, isAccountPaused: boolean): string {
  const { status, capabilities } = domain;
  const sends = capabilities.sending === 'enabled';
  if (status === 'pending') return sends ? 'The domain cannot send yet.' : 'The domain does not receive yet.';
  if (status === 'failed') return failedWords(domain);
  const doubt = doubtWords(domain);
  if (!sends) return doubt ?? 'The domain receives mail.';
  const pause = pauseWords(domain, isAccountPaused);
  if (pause !== undefined) return pause;
  const send = doubt ?? 'The domain can send.';
  if (status === 'partially_failed')
    return `${send} It does not receive: the MX record was missing or wrong for 72 hours.`;
  return [send, waitWords(domain, doubt !== undefined)].filter((words) => words !== undefined).join(' ');
}

/** The records that a sending domain still lacks, which explain the count of its records. In doubt it says more. */
function waitWords(
  { status, missing_records: missing }: DomainState,
  isDoubtful: boolean,
): string | undefined {
  const optional = isDoubtful ? [] : missing.filter(({ required }) => !required);
  const words = [
    ...(status === 'partially_verified' ? ['The domain does not receive until its MX record is found.'] : []),
    ...(optional.length > 0 ? [`Not required: ${lackWords(optional)}.`] : []),
  ];
  return words.length === 0 ? undefined : words.join(' ');
}

function pauseWords({ reputation, capabilities }: DomainState, isAccountPaused: boolean): string | undefined {
  if (capabilities.sending !== 'enabled') return undefined;
  if (reputation === 'paused') return 'Sending is paused because of reputation.';
  return isAccountPaused ? 'Sending is paused for the whole account.' : undefined;
}

/** Required records that were there and are not: what that will end. Without the others mail is sent and received. */
function doubtWords({ records, capabilities }: DomainState): string | undefined {
  const doubtful = records.filter((record) => record.status === 'temporary_failure' && record.required);
  const ofSending = doubtful.filter(({ record }) => record !== 'Receiving');
  if (ofSending.length > 0)
    return `The domain still sends, but ${lost(ofSending)}. Sending stops after 72 hours.`;
  if (doubtful.length === 0) return undefined;
  const sends = capabilities.sending === 'enabled' ? 'The domain can send, but ' : '';
  const words = `${lost(doubtful)}. Mail to it may go elsewhere.`;
  return sends === '' ? words : `${sends}${words}`;
}

/** "DKIM and SPF were there and are not right any more" */
function lost(records: DomainState['records']): string {
  const names = namesOf(records);
  return names.length === 1
    ? `${listed(names)} is now missing or wrong`
    : `${listed(names)} are now missing or wrong`;
}

function failedWords({ records, capabilities }: DomainState): string {
  const failed = namesOf(records.filter(({ required, status }) => required && status === 'failed'));
  const what = failed.length === 0 ? 'A record' : listed(failed);
  const ended = capabilities.sending === 'enabled' ? 'the domain cannot send' : 'the domain does not receive';
  return `${what} ${failed.length > 1 ? 'were' : 'was'} missing or wrong for 72 hours, so ${ended}. Correct the DNS records, then verify.`;
}

/** The words about another account that may take the name, and when; undefined: there is none. */
export function contestWords({ contested }: Pick<Domain, 'contested'>): string | undefined {
  if (contested === null) return undefined;
  const begin = 'Another account proved that it controls this domain.';
  if (contested.reason === 'operator') return `${begin} An operator decides who gets it.`;
  if (contested.until === null) return `${begin} You may lose the domain.`;
  return `${begin} You lose the domain on ${dayAndTime(new Date(contested.until))}, unless that account loses control of its DNS.`;
}

/** "Looked 12 s ago, again in 48 s." */
export function lastCheckWords(
  { status, checked_at, next_check_at }: Pick<Domain, 'status' | 'checked_at' | 'next_check_at'>,
  now: Date,
): string {
  const next = next_check_at === null ? undefined : new Date(next_check_at).getTime() - now.getTime();
  if (checked_at === null) {
    if (next === undefined) return status === 'not_started' ? '' : 'No check is planned.';
    return next <= 0 ? 'Checking now.' : `DNS has not answered yet. Next check in ${span(next)}.`;
  }
  const age = Math.max(0, now.getTime() - new Date(checked_at).getTime());
  const ago = age < SECOND_MS ? 'just now' : `${span(age)} ago`;
  if (next === undefined) return `Checked ${ago}. No more checks until you verify.`;
  if (next <= 0) return `Checked ${ago}. Checking again now.`;
  if (age > FRESH_MS && next < MINUTE_MS) return `DNS last answered ${ago}. Next check in ${span(next)}.`;
  return `Checked ${ago}. Next check in ${span(next)}.`;
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

/** The records that have become good between two reads, for screen readers; undefined: none. */
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
      : [`${listed(namesOf(turned))} ${turned.length === 1 ? 'is' : 'are'} verified.`]),
    ...(isWhole ? ['The domain is verified.'] : []),
  ];
  return words.length === 0 ? undefined : words.join(' ');
}

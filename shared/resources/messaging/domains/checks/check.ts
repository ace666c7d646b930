// One check of a domain: asks DNS about its records, and the host of its tracked links, and moves their states. It asks
// outside of any transaction. Most checks find what the one before has found; these are quiet, and written in groups
// (write.ts).
import type { Dns } from '../../../../platform/net/dns/answer.ts';
import { advanceClaim, type ClaimDeps } from '../claims/advance.ts';
import type { DomainClaim } from '../claims/claim.ts';
import type { Domain } from '../domain.ts';
import type { DkimKey } from '../keys/dkim-key.ts';
import { checkRecords } from '../records/check-records.ts';
import type { MailHost } from '../records/dns-records.ts';
import { type RecordWithState, statusOf } from '../records/domain-status.ts';
import type { RecordAnswer } from '../records/record-answer.ts';
import { recordStateAfter } from '../records/record-state.ts';
import { nextCheckAt } from '../records/schedule.ts';
import { recordsWithStates } from '../records/show.ts';
import { withTrackingCaa } from '../records/tracking-caa.ts';
import {
  checkTrackingHost,
  type HostCheckDeps,
  isTrackingRecord,
  keepTrackingHost,
} from './check-tracking-host.ts';
import type { CheckSubject } from './subject.ts';

/** Dependencies of checking. */
export interface CheckDeps extends ClaimDeps, HostCheckDeps {
  dns: Dns;
  mailHost: MailHost;
}

/** The result of a check. */
export interface CheckResult {
  subject: CheckSubject;
  /** The states before and after it. */
  before: RecordWithState[];
  after: RecordWithState[];
  /** Whether DNS answered anything. */
  isAnswered: boolean;
  /** When the claim of the domain wants to be checked again; null: it does not. */
  claimDueAt: Date | null;
}

/** Checks a domain. */
export async function checkDomain(
  deps: CheckDeps,
  subject: CheckSubject,
  now: () => Date,
): Promise<CheckResult> {
  const { domain, keys, row, openClaim } = subject;
  const before = recordsWithStates(domain, keys, row.states, deps.mailHost, now());
  const isStarted = row.states.some(({ status }) => status !== 'not_started');
  const [{ asked, answers }, claimDueAt] = await Promise.all([
    isStarted ? askRecords(deps, domain, before, now()) : { asked: before, answers: [] },
    openClaim ? proveClaim(deps, openClaim, now) : null,
  ]);
  const after = await moveRecords(deps, domain, { before: asked, answers }, now);
  const isAnswered = answers.some(({ outcome }) => outcome !== 'unanswered');
  return { subject, before, after, isAnswered, claimDueAt };
}

/** Asks DNS about the records, and whether a CAA record is needed too. */
async function askRecords(
  { dns, mailHost }: CheckDeps,
  { name }: Domain,
  before: readonly RecordWithState[],
  now: Date,
): Promise<{ asked: readonly RecordWithState[]; answers: RecordAnswer[] }> {
  const questions = dns.about(name);
  const asked = await withTrackingCaa(before, questions, mailHost, now);
  const records = asked.map(({ record }) => record);
  return { asked, answers: await checkRecords(name, records, dns, questions) };
}

/** Moves the states of records by the answers; the host of tracked links is requested in addition to DNS. */
async function moveRecords(
  deps: CheckDeps,
  domain: Domain,
  { before, answers }: { before: readonly RecordWithState[]; answers: readonly RecordAnswer[] },
  now: () => Date,
): Promise<RecordWithState[]> {
  const move = ({ record, state }: RecordWithState, answer: RecordAnswer | undefined) => ({
    record,
    state: answer ? recordStateAfter(state, answer, now()) : state,
  });
  const after = before.map((judged, index) => move(judged, answers[index]));
  const index = before.findIndex(({ record }) => isTrackingRecord(record));
  const tracking = before[index];
  const answer = answers[index];
  if (!tracking || !answer || answer.outcome === 'unanswered') return after;
  const asked = { record: tracking.record, answer };
  const completed = await checkTrackingHost(deps, domain, after, asked, now());
  const moved = move(tracking, completed);
  await keepTrackingHost(deps, domain, moved, completed);
  return after.with(index, moved);
}

async function proveClaim(deps: CheckDeps, claim: DomainClaim, now: () => Date): Promise<Date | null> {
  const answers = await deps.dns.about(claim.name).txt(claim.name);
  return await advanceClaim(deps, claim, answers, now());
}

/** True when nothing changes but the time at which the records were seen. */
export function isQuiet(
  { subject: { domain, keys, openClaim }, before, after }: CheckResult,
  now: Date,
): boolean {
  const isSame =
    after.length === before.length &&
    after.every(({ record, state }, index) => {
      const known = before[index];
      return known?.record.key === record.key && known.state.status === state.status;
    });
  const expected = statusOf(domain, after);
  const isInLine = domain.statusReason === 'claimed' || expected === domain.status;
  return isSame && isInLine && !openClaim && !keys.some((key) => isOver(key, now));
}

function isOver({ retiresAt }: DkimKey, now: Date): boolean {
  return retiresAt !== null && retiresAt <= now;
}

/** Returns when the domain is checked again; null: only when a client asks for it. */
export function dueAt(
  records: readonly RecordWithState[],
  keys: readonly DkimKey[],
  claimDueAt: Date | null,
  now: Date,
): Date | null {
  const times = [nextCheckAt(records, now), claimDueAt, ...keys.map(({ retiresAt }) => retiresAt)].filter(
    (time) => time !== null,
  );
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

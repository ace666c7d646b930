// The state of each record of a domain, and how an answer of DNS moves it. Only answers count: while DNS does not answer,
// nothing changes, however long that lasts.
//
//   not_started ──verify──► pending ──good──► verified ──three misses over 30 minutes──► temporary_failure
//                             │                  ▲ │ ▲                                        │       │
//                             │                  │ └─┴────────────────good────────────────────┘       │
//                             └──72 h──► failed ─┘ ◄──────────────────72 h────────────────────────────┘
//
// `failed` becomes `pending` at the next verify, and `verified` when a daily check finds the record.
import { HOUR_MS, MINUTE_MS } from '../../../../platform/time/durations.ts';
import type { RecordProblem, RecordStatus } from '../domain.ts';
import type { RecordAnswer } from './record-answer.ts';

/** The state of a record. */
export interface RecordState {
  /** The key of the record (dns-records.ts). */
  key: string;
  status: RecordStatus;
  /** Since when it has this status. */
  since: Date;
  /** The last answer of DNS, and when it was good last. */
  found: string[];
  detail: string | null;
  problem: RecordProblem | null;
  policy: string | null;
  seenAt: Date | null;
  /** Answers without the record since a verified record was seen last, and the time of the first one. */
  misses: number;
  missedSince: Date | null;
}

/** A record that was verified is missed for so long, and so often, before it counts as a failure. */
export const MISSED_MS = 30 * MINUTE_MS;
export const MISSES_MAX = 3;
/** How long a record is waited for, and how long one that was verified may be missing. */
export const PATIENCE_MS = 72 * HOUR_MS;

/** The state of a record at its beginning. */
export function newRecordState(key: string, status: RecordStatus, now: Date): RecordState {
  return {
    key,
    status,
    since: now,
    found: [],
    detail: null,
    problem: null,
    policy: null,
    seenAt: null,
    misses: 0,
    missedSince: null,
  };
}

/** True while the record counts as good. */
export function countsAsGood({ status }: RecordState): boolean {
  return status === 'verified' || status === 'temporary_failure';
}

/** The state after an answer. */
export function recordStateAfter(state: RecordState, answer: RecordAnswer, now: Date): RecordState {
  const { outcome, found, detail, problem = null, policy = null } = answer;
  if (outcome === 'unanswered') return state;
  const answered = { ...state, found, detail, problem: outcome === 'good' ? null : problem, policy };
  return outcome === 'good' ? afterGood(answered, now) : afterBad(answered, now);
}

function afterGood(state: RecordState, now: Date): RecordState {
  const seen = { ...state, seenAt: now, misses: 0, missedSince: null };
  return moveTo(seen, 'verified', now);
}

function afterBad(state: RecordState, now: Date): RecordState {
  const isOver = now.getTime() - state.since.getTime() >= PATIENCE_MS;
  if (state.status === 'verified') return afterMiss(state, now);
  const isWaitedFor = state.status === 'pending' || state.status === 'temporary_failure';
  return isWaitedFor && isOver ? moveTo(state, 'failed', now) : state;
}

function afterMiss(state: RecordState, now: Date): RecordState {
  const missedSince = state.missedSince ?? now;
  const missed = { ...state, misses: state.misses + 1, missedSince };
  const isFailure = missed.misses >= MISSES_MAX && now.getTime() - missedSince.getTime() >= MISSED_MS;
  return isFailure ? moveTo(missed, 'temporary_failure', now) : missed;
}

/**
 * The state after a client asked for verification: records that are not good are waited for again. A record whose wait
 * has just begun stays unchanged, so that a client which asks each second does not overtake a check.
 */
export function afterVerify(state: RecordState, now: Date): RecordState {
  const hasJustBegun = state.status === 'pending' && now.getTime() - state.since.getTime() < MINUTE_MS;
  if (countsAsGood(state) || hasJustBegun) return state;
  return { ...moveTo(state, 'pending', now), since: now };
}

function moveTo(state: RecordState, status: RecordStatus, now: Date): RecordState {
  return state.status === status ? state : { ...state, status, since: now };
}

/**
 * The states of the records that a domain needs now: states of existing records stay, new ones begin, others are removed.
 * @param begin the status of new records
 */
export function matchStates(
  keys: readonly string[],
  states: readonly RecordState[],
  begin: RecordStatus,
  now: Date,
): RecordState[] {
  const known = new Map(states.map((state) => [state.key, state]));
  return keys.map((key) => known.get(key) ?? newRecordState(key, begin, now));
}

/** The stored form of a state: JSON has texts for times. An older state lacks newer fields. */
export type StoredState = Omit<RecordState, 'since' | 'seenAt' | 'missedSince' | 'problem'> & {
  problem?: RecordProblem | null;
  since: string;
  seenAt: string | null;
  missedSince: string | null;
};

/** Reads stored states. */
export function readStates(stored: readonly StoredState[]): RecordState[] {
  return stored.map((state) => ({
    ...state,
    problem: state.problem ?? null,
    since: new Date(state.since),
    seenAt: state.seenAt === null ? null : new Date(state.seenAt),
    missedSince: state.missedSince === null ? null : new Date(state.missedSince),
  }));
}

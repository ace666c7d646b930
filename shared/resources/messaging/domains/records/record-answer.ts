// The result of DNS for one record of a domain, when all queried name servers have answered: good, bad, or unknown. A
// record is good when all that answered have it, so that no receiver finds a name server without it.
import type { DnsAnswer, ServerAnswer } from '../../../../platform/net/dns/answer.ts';
import type { RecordProblem } from '../domain.ts';

/** The result for a record. */
export interface RecordAnswer {
  /** `unanswered`: DNS did not answer, which says nothing about the record. */
  outcome: 'good' | 'bad' | 'unanswered';
  /** The values under the name that are intended as such a record, for people. */
  found: string[];
  /** The fault, as a sentence. */
  detail: string | null;
  /** The problem of a bad record. */
  problem?: RecordProblem | null;
  /** The policy that a DMARC record asks for. */
  policy?: string | null;
}

/** A judgement of what one name server answered. */
export interface CheckedValues {
  isGood: boolean;
  found: string[];
  /** The fault, as a sentence. */
  detail: string | null;
  problem?: RecordProblem;
  policy?: string | null;
}

/** The stored values of a record, and characters of each: a name may have 64 KB of texts. */
const FOUND_MAX = 10;
const FOUND_MAX_LENGTH = 500;

/** Judges the answer of each server and puts them together. */
export function combineAnswers<Value>(
  answers: readonly ServerAnswer<Value>[],
  check: (values: readonly Value[]) => CheckedValues,
): RecordAnswer {
  const judgements = answers
    .map(({ answer }) => valuesOf(answer))
    .filter((values) => values !== undefined)
    .map(check);
  const bad = judgements.find(({ isGood }) => !isGood);
  const good = judgements.filter(({ isGood }) => isGood);
  if (judgements.length === 0) return { outcome: 'unanswered', found: [], detail: unansweredDetail(answers) };
  const found = storable([...new Set(judgements.flatMap((judgement) => judgement.found))]);
  const policy = (good[0] ?? bad)?.policy ?? null;
  if (!bad) return { outcome: 'good', found, detail: good[0]?.detail ?? null, policy };
  const detail =
    good.length === 0
      ? bad.detail
      : `${good.length} of ${judgements.length} name servers have the record. Another one: ${bad.detail}`;
  return {
    outcome: 'bad',
    found,
    detail,
    problem: good.length === 0 ? (bad.problem ?? null) : 'not_everywhere',
    policy,
  };
}

/** The records, none for a name without them; undefined while they are unknown. */
function valuesOf<Value>(answer: DnsAnswer<Value>): readonly Value[] | undefined {
  if (answer.kind === 'unanswered') return undefined;
  return answer.kind === 'found' ? answer.values : [];
}

const FAILURES = {
  timeout: 'in time',
  servfail: 'but with a failure (SERVFAIL)',
  refused: 'but refused the question',
  unreachable: 'because it could not be reached',
  malformed: 'with anything that can be read',
  forbidden: 'because its name servers have no public address',
} as const;

function unansweredDetail(answers: readonly ServerAnswer<unknown>[]): string {
  const [first] = answers.flatMap(({ answer }) => (answer.kind === 'unanswered' ? [answer.reason] : []));
  return `DNS did not answer ${first === undefined ? FAILURES.timeout : FAILURES[first]}.`;
}

/** Anybody can write anything into DNS: Postgres takes no NUL and no lone surrogate. */
function storable(found: readonly string[]): string[] {
  return found.slice(0, FOUND_MAX).map((value) => {
    const text = value.replaceAll('\u0000', '\uFFFD').toWellFormed();
    return text.length > FOUND_MAX_LENGTH ? `${text.slice(0, FOUND_MAX_LENGTH).toWellFormed()}…` : text;
  });
}

// The part of the crash flow's judge that checks sums: the quota's counters and the metrics.
import { type Case, type Fault, type FaultKind, fault } from './case.ts';
import type { Evidence } from './evidence.ts';

/** Judges the sums over all stored emails. */
export function verifySums(evidence: Evidence, cases: readonly Case[]): Fault[] {
  return [...verifyQuota(evidence, cases), ...verifyMetrics(evidence, cases)];
}

/** One unit for each recipient that was not dropped, on the day and in the month of its email; none if canceled. */
function verifyQuota({ usage }: Evidence, cases: readonly Case[]): Fault[] {
  const expected = new Map<string, number>();
  for (const { entry, email, fate } of cases) {
    const day = email.createdAt.toISOString().slice(0, 10);
    for (const counter of [`day ${day}`, `month ${day.slice(0, 7)}-01`]) {
      const units = fate === 'canceled' ? 0 : entry.to.length;
      expected.set(counter, (expected.get(counter) ?? 0) + units);
    }
  }
  const used = new Map(usage.map((counter) => [`${counter.period} ${counter.startsOn}`, counter.used]));
  return differences('wrong quota', used, expected);
}

/** Finished recipients by metric; a duplicate message is not counted twice. */
function verifyMetrics({ metrics }: Evidence, cases: readonly Case[]): Fault[] {
  const sent = cases.reduce((sum, { arrived }) => sum + arrived.size, 0);
  const suppressed = cases.reduce((sum, { entry }) => sum + entry.dropped.length, 0);
  const answered = new Map(Object.entries(metrics).filter(([name]) => !name.endsWith('_rate')));
  const expected = new Map(Object.entries({ attempted: sent, sent, delivered: sent, suppressed }));
  const isAnswerEmpty = answered.size === 0 && sent > 0;
  return isAnswerEmpty ? [fault('wrong metrics', 'none')] : differences('wrong metrics', answered, expected);
}

/** A missing counter is 0. */
function differences(
  kind: FaultKind,
  found: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
): Fault[] {
  return [...new Set([...found.keys(), ...expected.keys()])]
    .filter((name) => (found.get(name) ?? 0) !== (expected.get(name) ?? 0))
    .map((name) =>
      fault(kind, `${name} is ${found.get(name) ?? 0}, and should be ${expected.get(name) ?? 0}`),
    );
}

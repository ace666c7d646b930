// `npm run bench -- --against=<ref>`: the program of today and that of another commit in turns (today, other, other, today), until it
// is known whether a mail costs more CPU than it did.
import type { Contender, RunResult, Scenario } from '../scenarios/scenario.ts';
import type { Servers } from '../servers/start.ts';
import { type CpuPair, type Judgement, judge } from './judge.ts';

/** They belong to the bench, and cost the same in both. */
const OF_THE_BENCH: ReadonlySet<string> = new Set(['load', 'sink']);

/** Both, in a scenario. */
export interface Compared {
  scenario: Scenario;
  own: Contender;
  other: Contender;
}

/** Compares them. @param report gets a line after each pair */
export async function compare(
  { scenario, own, other }: Compared,
  servers: Servers,
  report: (line: string) => void,
): Promise<Judgement> {
  const pairs: CpuPair[] = [];
  for (;;) {
    const isOwnFirst = pairs.length % 2 === 0;
    const first = cpuOf(await (isOwnFirst ? own : other).measure(servers));
    const second = cpuOf(await (isOwnFirst ? other : own).measure(servers));
    pairs.push(isOwnFirst ? { own: first, other: second } : { own: second, other: first });
    const judgement = judge(pairs);
    report(`${describe(scenario.name, judgement)} [${first.toFixed(1)}, ${second.toFixed(1)}]`);
    if (judgement.verdict !== undefined) return judgement;
  }
}

/** "single: 1.012 × (0.995 to 1.029) of 8 pairs: not slower" */
export function describe(name: string, { ratio, low, high, pairs, verdict }: Judgement): string {
  const digits = (value: number) => value.toFixed(3);
  const interval = Number.isFinite(high) ? ` (${digits(low)} to ${digits(high)})` : '';
  return `${name}: ${digits(ratio)} ×${interval} of ${pairs} pairs: ${verdict ?? 'not known yet'}`;
}

/** Slower is 1, undecided 2: what is not known is no success. */
export function exitCodeOf(judgements: readonly Judgement[]): number {
  const verdicts = judgements.map(({ verdict }) => verdict);
  if (verdicts.includes('slower')) return 1;
  return verdicts.includes('undecided') ? 2 : 0;
}

function cpuOf({ contender, cpuPerMessage }: RunResult): number {
  const counted = Object.entries(cpuPerMessage).filter(([name]) => !OF_THE_BENCH.has(name));
  if (counted.length === 0) throw new Error(`The system does not report the CPU of ${contender}.`);
  return counted.reduce((sum, [, microseconds]) => sum + microseconds, 0);
}

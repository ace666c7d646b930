// `npm run bench -- --against=<ref>`: the program of today and that of another commit in turns, until it is known whether a mail costs
// more CPU than it did. Both run at once in each pair, freshly started and warm, and get the load one after the other, in
// short turns: what the machine does besides meets both, and so does the luck of a compiler from pair to pair.
import { OF_THE_BENCH } from '../cpu-time.ts';
import { BATCH, type LoadShape, SINGLE } from '../load/shape.ts';
import type { Options } from '../options.ts';
import { deliver, type OpenRun, openRun, type Run, readCpuTimes, requestsFor, send } from '../run.ts';
import { ONE_OF_EACH } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { ProcessCounts, Variant } from '../variant.ts';
import { type CpuPair, evaluatePairs, type PairsVerdict } from './evaluate-pairs.ts';

/** How a mail is sent. */
interface ComparedLoad {
  shape: LoadShape;
  processes: ProcessCounts;
  /** @returns the number of messages */
  run(run: Run, mails: number): Promise<number>;
}

const delivered = async (run: Run, mails: number) => (await deliver(run, mails)).messages;

/** Scenario → its load. */
export const COMPARED_LOADS: Readonly<Record<string, ComparedLoad>> = {
  single: { shape: SINGLE, processes: ONE_OF_EACH, run: delivered },
  batch: { shape: BATCH, processes: ONE_OF_EACH, run: delivered },
  accept: {
    shape: SINGLE,
    processes: { api: 1, send: 0 },
    async run(run, mails) {
      const requests = requestsFor(run, mails);
      await send(run, { requests });
      return requests;
    },
  },
};

/**
 * In a pair: the Thue-Morse sequence, whose halves and quarters cancel a drift, also one that slows down: a program that still
 * warms up costs less from turn to turn.
 */
const TURNS = [...'01101001100101101001011001101001'].map(Number);

const SIDES = ['own', 'other'] as const;
type Side = (typeof SIDES)[number];

/** The programs to compare, and the amount. */
export interface Compared extends Pick<Options, 'mails' | 'warmUp' | 'htmlBytes'> {
  variants: Readonly<Record<Side, Variant>>;
  load: ComparedLoad;
}

/** Compares them. @param report receives the result after each pair */
export async function compare(
  compared: Compared,
  servers: Servers,
  report: (judgement: PairsVerdict, pair: CpuPair) => void,
): Promise<PairsVerdict> {
  const pairs: CpuPair[] = [];
  for (;;) {
    // The first of both in one pair is the second one in the next.
    const pair = await measurePair(compared, servers, pairs.length % 2 === 0 ? SIDES : SIDES.toReversed());
    pairs.push(pair);
    const judgement = evaluatePairs(pairs);
    report(judgement, pair);
    if (judgement.verdict !== undefined) return judgement;
  }
}

async function measurePair(compared: Compared, servers: Servers, sides: readonly Side[]): Promise<CpuPair> {
  const { variants, load, warmUp, mails, htmlBytes } = compared;
  const opened: OpenRun[] = [];
  const open = async (variant: Variant) => {
    const { shape, processes } = load;
    const each = await openRun({ variant, shape, processes, htmlBytes }, servers);
    opened.push(each);
    return each.run;
  };
  try {
    const runs = {} as Record<Side, Run>;
    for (const side of sides) runs[side] = await open(variants[side]);
    const turns = TURNS.flatMap((place) => sides[place] ?? []);
    const spent = { own: { us: 0, messages: 0 }, other: { us: 0, messages: 0 } };
    // In turns too: a program that was idle for seconds has to warm up again. The first write to each page after a checkpoint costs
    // more, so those are in it.
    await servers.databases.checkpoint();
    for (const side of turns) await load.run(runs[side], Math.ceil((2 * warmUp) / TURNS.length));
    for (const side of turns) {
      const before = cpuOf(runs[side]);
      spent[side].messages += await load.run(runs[side], mails);
      spent[side].us += cpuOf(runs[side]) - before;
    }
    return { own: spent.own.us / spent.own.messages, other: spent.other.us / spent.other.messages };
  } finally {
    for (const { close } of opened.reverse()) await close();
  }
}

/** Microseconds so far of the processes of a run. @throws Error where the system does not say so */
function cpuOf(run: Run): number {
  const times = Object.entries(readCpuTimes(run)).filter(([name]) => !OF_THE_BENCH.has(name));
  if (times.length === 0) throw new Error('The system does not report what CPU a process uses.');
  return times.reduce((sum, [, microseconds]) => sum + microseconds, 0);
}

/** "single: 1.012 × (0.995 to 1.029) of 8 pairs: not slower" */
export function describe(name: string, { ratio, low, high, pairs, verdict }: PairsVerdict): string {
  const digits = (value: number) => value.toFixed(3);
  const interval = Number.isFinite(high) ? ` (${digits(low)} to ${digits(high)})` : '';
  return `${name}: ${digits(ratio)} ×${interval} of ${pairs} pairs: ${verdict ?? 'not known yet'}`;
}

/** Slower is 1, undecided 2: an unknown result is not a success. */
export function exitCodeOf(verdictOfEach: readonly PairsVerdict[]): number {
  const verdicts = verdictOfEach.map(({ verdict }) => verdict);
  if (verdicts.includes('slower')) return 1;
  return verdicts.includes('undecided') ? 2 : 0;
}

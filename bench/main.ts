// `npm run bench`: measures Posthorn against the naive pipeline, interleaved, and prints Markdown on stdout; progress
// goes to stderr. Killed or interrupted it just ends: every process it started notices that and ends too.
//
//   npm run bench -- --rounds=3 --mails=3000 --size=1850 --variants=naive,posthorn-postgres
import { generateDkimKey } from '../shared/mail/dkim-keys.ts';
import { describeMachine, isIdle, loadAverage } from './machine.ts';
import { measureRun, type RunResult } from './measure-run.ts';
import { createNaiveVariant } from './naive/variant.ts';
import { type Options, readOptions } from './options.ts';
import { createIdentity, createPosthornVariant } from './posthorn/variant.ts';
import { createProcessStarter } from './processes/start.ts';
import { BASELINE, describeResults, medianDelivered } from './report.ts';
import { type Servers, startServers } from './servers/start.ts';
import type { Variant } from './variant.ts';

/** An idle machine on which the naive pipeline is slower than this is not the kind that the targets are for. */
const BASELINE_MIN_PER_SECOND = 600;

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  const all = await createVariants();
  const names = all.map(({ name }) => name);
  const options = readOptions(process.argv.slice(2), names);
  const variants = all.filter(({ name }) => options.variants.includes(name));
  const load = loadAverage();
  tell(
    `Load average before the start: ${load.toFixed(2)}${isIdle(load) ? '.' : '; this machine is not idle.'}`,
  );
  const { PATH, HOME, TMPDIR } = process.env;
  const environment = { PATH, HOME, TMPDIR, TZ: 'UTC' };
  const servers = await startServers(createProcessStarter(environment, options.profiles), options);
  try {
    await prepare(variants, servers);
    const rounds: RunResult[][] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      rounds.push(await measureRound(rotate(variants, round), servers, options));
    }
    print(options, servers, load, rounds);
  } finally {
    await servers.stop();
  }
}

async function createVariants(): Promise<Variant[]> {
  const dkimKey = await generateDkimKey();
  const identity = createIdentity();
  return [
    createNaiveVariant(BASELINE, 'pem', dkimKey),
    createNaiveVariant('naive-keyobject', 'key-object', dkimKey),
    createPosthornVariant('posthorn-postgres', 'postgres', identity),
    createPosthornVariant('posthorn-redis', 'redis', identity),
  ];
}

/** Makes the template of each family. */
async function prepare(variants: Variant[], { databases }: Servers): Promise<void> {
  const families = new Map(variants.map((variant) => [variant.family, variant]));
  for (const [family, { prepare }] of families) await prepare(await databases.createTemplate(family));
}

async function measureRound(variants: Variant[], servers: Servers, options: Options): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (const variant of variants) {
    const result = await measureRun(variant, servers, options);
    tell(`${variant.name}: ${Math.round(result.deliveredPerSecond)} delivered/s`);
    results.push(result);
  }
  return results;
}

/** Each round begins with another variant, so that none always runs on the same heels. */
function rotate(variants: Variant[], by: number): Variant[] {
  const start = by % variants.length;
  return [...variants.slice(start), ...variants.slice(0, start)];
}

function print(options: Options, servers: Servers, load: number, rounds: RunResult[][]): void {
  const { mails, warmUp, htmlBytes } = options;
  const lines = [
    `${describeMachine(servers.postgresVersion)}. ${options.rounds} interleaved rounds of ${mails} mails with ${htmlBytes} bytes of html after ${warmUp} to warm up. Load average before: ${load.toFixed(2)}.`,
    ...judge(load, medianDelivered(rounds, BASELINE)),
    describeResults(rounds, mails),
  ];
  process.stdout.write(`${lines.join('\n\n')}\n`);
}

/** What the reader must know before he believes a figure. */
function judge(load: number, baseline: number | undefined): string[] {
  if (!isIdle(load))
    return ['**The machine was not idle: these figures find faults, they are none to quote.**'];
  if (baseline === undefined || baseline >= BASELINE_MIN_PER_SECOND) return [];
  return [`**Void: the naive pipeline delivers under ${BASELINE_MIN_PER_SECOND}/s on this idle machine.**`];
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

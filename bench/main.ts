// `npm run bench`, the benchmark: measures Posthorn against the naive pipeline in interleaved rounds. It prints
// Markdown on stdout and its progress on stderr. When it is killed or interrupted it just ends: every process that it
// started notices that and ends too. docs/performance.md explains the scenarios and holds the figures.
//
//   npm run bench -- --scenarios=single,batch --rounds=3 --mails=3000 --variants=naive,posthorn-postgres
//   npm run bench -- --against=main --scenarios=single,batch,accept
//   npm run bench -- --ledger='mail in parts' --scenarios=single,batch,accept
//   npm run bench -- --same-as=main
//   npm run bench -- --entered
//   npm run bench -- --timeline
import { generateDkimKey } from '../shared/mail/dkim/dkim-keys.ts';
import { COMPARED_LOADS, compare, describe, exitCodeOf } from './against/compare.ts';
import type { PairsVerdict } from './against/evaluate-pairs.ts';
import { describeLedger, readLedger, toRatio, withEntry, writeLedger } from './against/ledger.ts';
import { buildOther, findCommit, type OtherBuild } from './against/other-build.ts';
import { createOtherVariant } from './against/other-variant.ts';
import { differences } from './against/same/same.ts';
import { measureEntered } from './entered/entered.ts';
import { writePage } from './figures/figures.ts';
import { createLimitVariant } from './limit/variant.ts';
import { describeMachine, isIdle, loadAverage } from './machine.ts';
import { createNaiveVariant } from './naive/variant.ts';
import { type Options, readOptions } from './options.ts';
import { createPostfixVariant, createSignedPostfixVariant } from './postfix/variant.ts';
import { createIdentity, createPosthornVariant } from './posthorn/variant.ts';
import { createProcessStarter } from './processes/start.ts';
import { describeResults, type Rounds } from './report.ts';
import {
  BASELINE,
  type Contender,
  isPosthorn,
  type RunResult,
  type Scenario,
  type Setting,
} from './scenario.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { type Servers, startServers } from './servers/start.ts';
import { drawTimeline } from './timeline/timeline.ts';
import type { Variant } from './variant.ts';

/** The results of a scenario. */
interface Measured {
  scenario: Scenario;
  contenders: readonly Contender[];
  rounds: Rounds;
}

const REDIS_VARIANT = 'posthorn-redis';
const IDENTITY = createIdentity();
const NOT_IDLE = '**The machine was not idle: use these figures to find faults, do not quote them.**';

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  const all = await createVariants();
  const nameOf = ({ name }: { name: string }) => name;
  const known = { scenarios: SCENARIOS.map(nameOf), variants: all.map(nameOf) };
  const options = readOptions(process.argv.slice(2), known);
  const variants = await findMeasurable(all.filter(({ name }) => options.variants.includes(name)));
  const setting = { options, variants };
  const load = loadAverage();
  report(
    `Load average before the start: ${load.toFixed(2)}${isIdle(load) ? '.' : '; this machine is not idle.'}`,
  );
  const ref = options.ledger === undefined ? (options.against ?? options.sameAs) : readLedger().base;
  const other = ref === undefined ? undefined : await buildOther(ref);
  const { PATH, HOME, TMPDIR } = process.env;
  const environment = { PATH, HOME, TMPDIR, TZ: 'UTC' };
  const servers = await startServers(createProcessStarter(environment, options.profiles), options);
  try {
    if (other) {
      await compareWith(other, setting, servers);
      return;
    }
    await createTemplates(variants, servers);
    if (options.entered) {
      process.stdout.write(`${await measureEntered(requirePosthorn(variants), servers)}\n`);
      return;
    }
    if (options.timeline) {
      for (const each of variants) process.stdout.write(`${await drawTimeline(each, servers, options)}\n\n`);
      return;
    }
    const measured: Measured[] = [];
    for (const scenario of SCENARIOS.filter(({ name }) => options.scenarios.includes(name))) {
      measured.push(await measureScenario(scenario, setting, servers));
    }
    print(options, servers, load, measured);
  } finally {
    await servers.stop();
  }
}

/** Posthorn in turns with what it was, and nothing else. */
async function compareWith(
  build: OtherBuild,
  { options, variants }: Setting,
  servers: Servers,
): Promise<void> {
  const own = requirePosthorn(variants);
  const other = createOtherVariant(build, own.name === REDIS_VARIANT ? 'redis' : 'postgres', IDENTITY);
  await createTemplates([own, other], servers);
  if (options.sameAs !== undefined) {
    const found = await differences(own, other, servers);
    process.stdout.write(
      `${[...found, `${found.length === 0 ? 'The same' : 'Not the same'} as ${build.commit}.`].join('\n')}\n`,
    );
    process.exitCode = Math.min(found.length, 1);
    return;
  }
  const verdictOfEach: Record<string, PairsVerdict> = {};
  for (const name of options.scenarios) {
    const load = COMPARED_LOADS[name];
    if (!load) throw new Error(`--against: ${name} is not one of ${Object.keys(COMPARED_LOADS).join(', ')}.`);
    const compared = { ...options, variants: { own, other }, load };
    const judgement = await compare(compared, servers, (known, pair) =>
      report(`${describe(name, known)} [${pair.own.toFixed(1)}, ${pair.other.toFixed(1)}]`),
    );
    verdictOfEach[name] = judgement;
    process.stdout.write(`${describe(name, judgement)}\n`);
  }
  process.exitCode = exitCodeOf(Object.values(verdictOfEach));
  if (options.ledger !== undefined) await addToLedger(options.ledger, verdictOfEach);
}

async function addToLedger(
  what: string,
  verdictOfEach: Readonly<Record<string, PairsVerdict>>,
): Promise<void> {
  const ratios = Object.fromEntries(
    Object.entries(verdictOfEach).map(([name, each]) => [name, toRatio(each)]),
  );
  const date = new Date().toISOString().slice(0, 10);
  const ledger = withEntry(readLedger(), { date, commit: await findCommit('HEAD'), what, ratios });
  writeLedger(ledger);
  writePage();
  process.stdout.write(`${describeLedger(ledger)}\n`);
}

function requirePosthorn(variants: readonly Variant[]): Variant {
  const found = variants.find(isPosthorn);
  if (!found) throw new Error('None of --variants is Posthorn.');
  return found;
}

async function createVariants(): Promise<Variant[]> {
  const dkimKey = await generateDkimKey();
  return [
    createNaiveVariant(BASELINE, 'pem', dkimKey),
    createNaiveVariant('naive-keyobject', 'key-object', dkimKey),
    createLimitVariant(dkimKey),
    createPosthornVariant('posthorn-postgres', 'postgres', IDENTITY),
    createPosthornVariant(REDIS_VARIANT, 'redis', IDENTITY),
    createPostfixVariant(),
    createSignedPostfixVariant(dkimKey),
  ];
}

/** Leaves out the variants that this machine cannot run, and prints the reason. */
async function findMeasurable(variants: readonly Variant[]): Promise<Variant[]> {
  const measurable: Variant[] = [];
  for (const variant of variants) {
    const reason = await variant.unavailableReason?.();
    if (reason === undefined) measurable.push(variant);
    else report(`${variant.name} is left out: ${reason}.`);
  }
  return measurable;
}

/** Creates the template database of each family. */
async function createTemplates(variants: readonly Variant[], { databases }: Servers): Promise<void> {
  const families = new Map(variants.map((variant) => [variant.family, variant]));
  for (const [family, { prepare }] of families) await prepare(await databases.createTemplate(family));
}

async function measureScenario(scenario: Scenario, setting: Setting, servers: Servers): Promise<Measured> {
  try {
    await scenario.prepare?.(setting, servers);
    const contenders = scenario.contenders(setting);
    const rounds: RunResult[][] = [];
    for (let round = 0; round < setting.options.rounds; round += 1) {
      rounds.push(await measureRound(scenario, rotate(contenders, round), servers));
    }
    return { scenario, contenders, rounds };
  } finally {
    await scenario.finish?.();
  }
}

async function measureRound(
  scenario: Scenario,
  contenders: Contender[],
  servers: Servers,
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  const { title = '', digits = 0 } = scenario.columns.find(({ key }) => key === scenario.compared) ?? {};
  for (const contender of contenders) {
    const result = await contender.measure(servers);
    report(
      `${scenario.name}: ${contender.name}: ${title} ${result.figures[scenario.compared]?.toFixed(digits)}`,
    );
    results.push(result);
  }
  return results;
}

/** Each round begins with another contender, so that no contender always runs after the same one. */
function rotate(contenders: Contender[], by: number): Contender[] {
  const start = by % Math.max(contenders.length, 1);
  return [...contenders.slice(start), ...contenders.slice(0, start)];
}

function print(options: Options, servers: Servers, load: number, measured: readonly Measured[]): void {
  const { mails, warmUp, htmlBytes } = options;
  const lines = [
    `${describeMachine(servers.postgresVersion)}. ${options.rounds} interleaved rounds of ${mails} messages with ${htmlBytes} bytes of html, after ${warmUp} warm-up messages. Load average before: ${load.toFixed(2)}.`,
    ...(isIdle(load) ? [] : [NOT_IDLE]),
    ...measured.flatMap(({ scenario, contenders, rounds }) => [
      `### ${scenario.name}`,
      scenario.question(options),
      describeResults(scenario, contenders, rounds),
    ]),
  ];
  process.stdout.write(`${lines.join('\n\n')}\n`);
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

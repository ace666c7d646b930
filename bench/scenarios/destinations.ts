// Scenario `destinations`: no destination of direct delivery holds up another one. Mail to 750 domains next to mail to 250 that
// are out of order; and mail to 50 domains while many mails wait for a provider that is held to ten a second.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRecord } from '../load/domain-names.ts';
import { DOMAIN_TAIL, DOMAINS_MAX, formatNumber, recipientDomain } from '../load/mail.ts';
import { percentile } from '../load/percentile.ts';
import { BATCH, SINGLE } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { monotonicMs } from '../monotonic.ts';
import { watchMemory } from '../processes/memory.ts';
import { deliver, inspectMail, type Run, type RunPlan, send, waitUntilDone, withRun } from '../run.ts';
import {
  type Contender,
  ONE_OF_EACH,
  posthornsOf,
  type RunResult,
  type Scenario,
  type Setting,
} from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { Manner } from '../sink/neighbours.ts';
import { Flooder } from '../turns/floods.ts';
import { queryCount, type Variant } from '../variant.ts';
import { DELIVERED, DELIVERY_COLUMNS, deliverLoad } from './deliver.ts';
import { startDirect } from './direct.ts';
import { sendOneByOne } from './idle.ts';

/** The first ones answer; the others are out of order. */
const ANSWERING = 750;
/** A round over 750 domains and one over a thousand are whole numbers of such batches. */
const BATCH_MAILS = 50;

/** So few that their connections stay open while one mail is sent at a time. */
const OTHERS = 50;
const HELD_DOMAIN = `held${DOMAIN_TAIL}`;
const HELD_ADDRESS = '127.0.8.1';
/** Ten mails a second. */
const SHAPING = { held: { mx: [`.${HELD_DOMAIN}`], max_rate: 600 } };
const FLOOD_DOMAIN = 'flood.local';
const FLOOD_PER_SECOND = 1_000;
const SINGLE_PAUSE_MS = 50;
/** Held mail that is due nevertheless, at most: of 50,000, fewer than the provider takes in a minute. */
const DUE_SHARE = 0.01;
const SETTLING_MS = 180_000;
const COUNT_DUE = `SELECT count(*) FROM email_recipients WHERE state = 'queued' AND next_attempt_at <= now()`;
const POLL_MS = 250;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const MEGABYTE = 1e6;

const ALONE = '× alone';
const P99_ALONE = '× p99 alone';

type Named = Omit<Contender, 'measure'>;

export const destinations: Scenario = {
  name: 'destinations',
  question: ({ heldMails }) =>
    `Direct delivery. In batches: ${ANSWERING} domains, next to ${DOMAINS_MAX - ANSWERING} that are silent, close connections or say 421. One mail per request, and one at a time: ${OTHERS} domains while ${heldMails.toLocaleString('en-US')} mails wait for a provider that gets 10 a second, against as many that are scheduled.`,
  columns: [
    ...DELIVERY_COLUMNS,
    { title: 'single p99 ms', key: 'single p99', digits: 1, spread: true },
    { title: 'send MB before', key: 'before', digits: 1 },
    { title: 'after', key: 'after', digits: 1 },
    { title: 'largest', key: 'largest', digits: 1, spread: true },
    { title: 'held/s', key: 'held', digits: 1 },
    { title: 's until they wait', key: 'settling', digits: 1 },
  ],
  compared: DELIVERED,
  comparedIn: { [P99_ALONE]: 'single p99' },
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => [
      ...nextToOutOfOrder(setting, variant),
      ...nextToHeld(setting, variant),
    ]),
};

/** The domains of the load and, next to them, that of the held provider. */
export function listRecords(): BenchRecord[] {
  const domains = Array.from({ length: DOMAINS_MAX }, (_, number) => number);
  const recordsOf = (domain: string, address: string): BenchRecord[] => [
    { prefix: domain, type: 'MX', value: `mx.${domain}` },
    { prefix: `mx.${domain}`, type: 'A', value: address },
  ];
  return [
    ...domains.flatMap((number) => recordsOf(recipientDomain(formatNumber(number)), addressOf(number))),
    ...recordsOf(HELD_DOMAIN, HELD_ADDRESS),
  ];
}

/** The addresses of the servers that are not the sink. */
export function listNeighbours(): Record<Manner, string[]> {
  const silent = addressesOf(ANSWERING, 850);
  const closing = addressesOf(850, 950);
  return { silent, closing, busy: addressesOf(950, DOMAINS_MAX), taking: [HELD_ADDRESS] };
}

function addressesOf(first: number, end: number): string[] {
  return Array.from({ length: end - first }, (_, index) => addressOf(first + index));
}

function addressOf(number: number): string {
  const block = Math.floor(number / 250);
  const host = number % 250;
  return `127.0.${2 + block}.${1 + host}`;
}

/** @param variables more of them */
function planOf(variant: Variant, domains: number, variables?: Record<string, string>) {
  return {
    processes: ONE_OF_EACH,
    secureSink: addressesOf(0, domains),
    variant: {
      ...variant,
      start: async (surroundings) => {
        const args = [String(surroundings.smtpPort), JSON.stringify(listNeighbours())];
        const command = ['bench/sink/neighbours-main.ts', ...args] as const;
        const neighbours = await surroundings.startProcess({ name: 'neighbours', command });
        const running = await startDirect(variant, surroundings, listRecords(), variables);
        return { ...running, processes: [...running.processes, neighbours] };
      },
    },
  } satisfies Partial<RunPlan>;
}

function nextToOutOfOrder({ options }: Setting, variant: Variant): Contender[] {
  const alone = `${variant.name}, ${ANSWERING} domains alone`;
  const { htmlBytes, mails, warmUp } = options;
  const create = (domains: number, named: Named): Contender => ({
    ...named,
    measure: (servers) => {
      const shape = { ...BATCH, mailsPerRequest: BATCH_MAILS, domains: ANSWERING };
      return withRun({ ...planOf(variant, ANSWERING), htmlBytes, shape }, servers, async (run) => ({
        contender: named.name,
        ...(await measureAnswering(run, { warmUp, mails, domains })),
      }));
    },
  });
  return [
    create(ANSWERING, { name: alone, dividedBy: {} }),
    create(DOMAINS_MAX, {
      name: `${variant.name}, next to ${DOMAINS_MAX - ANSWERING} out of order`,
      dividedBy: { [ALONE]: alone },
      wanted: '≥ 0.85',
    }),
  ];
}

/** Whole rounds: the same mails to the domains that answer, and mails to the others between them if `domains` is larger. */
async function measureAnswering(
  run: Run,
  { warmUp, mails, domains }: { warmUp: number; mails: number; domains: number },
): Promise<Omit<RunResult, 'contender'>> {
  const [warmRounds, rounds] = [warmUp, mails].map((each) => Math.ceil(each / ANSWERING)) as [number, number];
  const requestsOf = (count: number) => (count * domains) / BATCH_MAILS;
  await deliver(run, warmRounds * ANSWERING);
  const all = (warmRounds + rounds) * ANSWERING;
  const plan = { ...run.plan, shape: { ...run.plan.shape, domains } };
  const load = { ...run, plan, requests: requestsOf(warmRounds) };
  const measured = await measureLoad(run, async () => {
    const sending = send(load, { requests: requestsOf(rounds) });
    const [answer, doneAtMs] = await Promise.all([sending, waitUntilDone(run, all)]);
    const { firstSentAtMs, lastAnswerAtMs, p50Ms: p50, p99Ms: p99 } = answer;
    const messages = rounds * ANSWERING;
    const delivered = perSecond(messages, doneAtMs - firstSentAtMs);
    const accepted = perSecond(rounds * domains, lastAnswerAtMs - firstSentAtMs);
    return { messages, figures: { [DELIVERED]: delivered, accepted, p50, p99 } };
  });
  await inspectMail({ ...run, requests: all / BATCH_MAILS });
  return measured;
}

function nextToHeld(setting: Setting, variant: Variant): Contender[] {
  const alone = `${variant.name}, ${OTHERS} domains, held mail scheduled`;
  const create = (fields: () => Record<string, string>, named: Named): Contender => ({
    ...named,
    measure: (servers) =>
      withShapingFile(async (file) => {
        const plan = planOf(variant, OTHERS, { SHAPING_FILE: file });
        return { contender: named.name, ...(await measureOthers(servers, setting, plan, fields())) };
      }),
  });
  const scheduled = () => ({ scheduled_at: new Date(Date.now() + DAY_MS).toISOString() });
  return [
    create(scheduled, { name: alone, dividedBy: {} }),
    create(() => ({}), {
      name: `${variant.name}, held mail waits`,
      dividedBy: { [ALONE]: alone, [P99_ALONE]: alone },
      wanted: '≥ 0.9, p99 ≤ 2 ×, memory flat',
    }),
  ];
}

async function withShapingFile<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-bench-shaping-'));
  const file = path.join(directory, 'shaping.json');
  try {
    await writeFile(file, JSON.stringify(SHAPING));
    return await work(file);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Measures mail to the others after mail to the held provider was accepted. @param fields of the held mail */
function measureOthers(
  servers: Servers,
  { options: { htmlBytes, mails, idleMails, heldMails, warmUp } }: Setting,
  plan: ReturnType<typeof planOf>,
  fields: Record<string, string>,
): Promise<Omit<RunResult, 'contender'>> {
  const variant: Variant = { ...plan.variant };
  // What is done in the database is also mail of the held provider.
  delete variant.countDone;
  const shape = { ...SINGLE, domains: OTHERS };
  return withRun({ ...plan, variant, htmlBytes, shape }, servers, async (run) => {
    await deliver(run, warmUp);
    const workers = run.running.processes.filter(({ name }) => name === 'send');
    const memory = watchMemory(workers.map(({ pid }) => pid));
    const before = memory.now();
    const flooder = await Flooder.create(run, FLOOD_DOMAIN);
    const flood = { perSecond: FLOOD_PER_SECOND, seconds: heldMails / FLOOD_PER_SECOND, shape: SINGLE };
    await flooder.sendMails({ ...flood, fields: { to: `bo@${HELD_DOMAIN}`, ...fields } });
    const settling = (await untilTheyWait(run, heldMails)) / SECOND_MS;
    const delivered = await flooder.delivered();
    const startedAtMs = monotonicMs();
    // Before the load: an account that has just sent much sends its next mails in turns.
    const singles = await sendOneByOne(run, idleMails, undefined, SINGLE_PAUSE_MS);
    const timesMs = singles.map(({ sentMs, takenMs }) => takenMs - sentMs);
    const measured = await measureLoad(run, () => deliverLoad(run, mails));
    const held = perSecond((await flooder.delivered()) - delivered, monotonicMs() - startedAtMs);
    await flooder.close();
    await inspectMail(run);
    const after = memory.now();
    const largest = memory.end();
    const figures = {
      ...measured.figures,
      held,
      settling,
      'single p99': percentile(timesMs, 0.99),
      before: before / MEGABYTE,
      after: after / MEGABYTE,
      largest: largest / MEGABYTE,
    };
    return { ...measured, figures };
  });
}

/** Waits until next to none of the held mail is due. @returns milliseconds @throws Error when it takes too long */
async function untilTheyWait({ database }: Run, heldMails: number): Promise<number> {
  const startedAtMs = monotonicMs();
  for (;;) {
    const due = await queryCount(database, COUNT_DUE);
    const tookMs = monotonicMs() - startedAtMs;
    if (due <= heldMails * DUE_SHARE) return tookMs;
    if (tookMs > SETTLING_MS) throw new Error(`${due} mails of the held provider are due and do not wait.`);
    await pause(POLL_MS);
  }
}

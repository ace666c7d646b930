// Scenario `automation-schedule`: a schedule for a whole audience, whose runs sleep or send a mail, while single mails and
// mails that events cause are timed as in `automation-idle`: before it, while its runs are created and sent, and while
// the pauses of many other runs are over. Its rate is compared with that of one bare INSERT … SELECT of the same runs.
import {
  beginSchedule,
  countDone,
  countOverdue,
  FIRST_STEPS,
  insertBare,
  stopAutomation,
  storeOverdueRuns,
} from '../automations/schedules.ts';
import { createAutomationsDatabase, EVENTS } from '../automations/stored-automations.ts';
import type { MailKind } from '../load/mail-kind.ts';
import { percentile } from '../load/percentile.ts';
import { SINGLE } from '../load/shape.ts';
import { monotonicMs } from '../monotonic.ts';
import { createInspectedProcesses } from '../processes/inspected.ts';
import { deliver, type Run, withRun } from '../run.ts';
import {
  type Contender,
  ONE_OF_EACH,
  posthornsOf,
  type RunResult,
  type Scenario,
  type Setting,
} from '../scenario.ts';
import { openDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import { timeMails } from './idle.ts';

const DATABASE = 'automation_schedule';
const BARE = 'INSERT … SELECT';
const OVERDUE = 100_000;
const PROCESSES = { ...ONE_OF_EACH, automation: 1, bulk: 1 };
/** Mails that are timed one after the other, before it is asked whether the load has ended. */
const TIMED = 5;
const KINDS = { single: {}, event: { event: EVENTS.mail } } as const satisfies Record<string, MailKind>;
const SCHEDULED = Object.keys(FIRST_STEPS) as (keyof typeof FIRST_STEPS)[];
/** The process that creates the runs. */
const CREATOR = 'bulk';
/** The part of the runs after which memory is read first. */
const FIRST_PART = 0.1;
const SECOND_MS = 1_000;

export const automationSchedule: Scenario = {
  name: 'automation-schedule',
  question: ({ contactCounts: [, count] }) =>
    `A schedule for ${count.toLocaleString('en-US')} contacts: runs created a second; the median of a single mail and of the mail of an event during the schedule, from the POST to the server's 250, and how many times that of the idle service; growth of the memory of the process that creates the runs.`,
  columns: [
    { title: 'runs/s', key: 'perSecond', digits: 0, spread: true },
    { title: 'single ms', key: 'single', digits: 1 },
    { title: '× idle', key: 'singleRatio', digits: 2, spread: true },
    { title: 'event ms', key: 'event', digits: 1 },
    { title: '× idle', key: 'eventRatio', digits: 2, spread: true },
    { title: 'RSS +%', key: 'growth', digits: 1 },
  ],
  compared: 'perSecond',
  async prepare({ variants, options }, servers) {
    const [variant] = posthornsOf({ variants, options });
    const [, contacts] = options.contactCounts;
    const { htmlBytes } = options;
    if (variant) await createAutomationsDatabase(servers, variant, { name: DATABASE, contacts, htmlBytes });
  },
  contenders: (setting) => {
    const variants = posthornsOf(setting);
    return variants.length > 0
      ? [bare(setting), ...variants.flatMap((variant) => contendersOf(variant, setting))]
      : [];
  },
};

function bare({ options }: Setting): Contender {
  const [, count] = options.contactCounts;
  return {
    name: BARE,
    dividedBy: {},
    async measure({ databases }) {
      const name = 'bare';
      const database = openDatabase(await databases.clone(name, DATABASE));
      await databases.checkpoint();
      const perSecond = await insertBare(database, count);
      await database.end();
      await databases.drop(name);
      return resultOf(BARE, { perSecond }, count);
    },
  };
}

function contendersOf(variant: Variant, { options }: Setting): Contender[] {
  const [, count] = options.contactCounts;
  const { name } = variant;
  const overdue = `${name}, ${OVERDUE.toLocaleString('en-US')} overdue`;
  const measured = async (
    contender: string,
    servers: Servers,
    measure: (run: Run, memory: () => Promise<number>) => Promise<Figures>,
  ) => {
    const { startProcess, memoryAfterCollection } = createInspectedProcesses(servers.startProcess);
    const plan = { variant, shape: SINGLE, htmlBytes: options.htmlBytes, processes: PROCESSES };
    return await withRun({ ...plan, template: DATABASE, startProcess }, servers, async (run) => {
      for (const kind of Object.values(KINDS)) await deliver(run, options.warmUp, kind);
      const idle = await timeKinds(run, options.idleMails);
      const memory = async () => (await memoryAfterCollection())[CREATOR] ?? Number.NaN;
      const { times, ...figures } = await measure(run, memory);
      return resultOf(contender, { ...figures, ...compare(idle, times) }, count);
    });
  };
  return [
    ...SCHEDULED.map((step): Contender => {
      const schedule = `${name}, schedule, first step ${step}`;
      return {
        name: schedule,
        dividedBy: { [`× ${BARE}`]: BARE },
        wanted: '≥ 0.25 ×; single ≤ 3 × (2 ×) idle, event ≤ 4 × (3 ×), RSS ≤ +5 %',
        measure: (servers) =>
          measured(schedule, servers, (run, memory) => measureSchedule(run, { count, step, memory })),
      };
    }),
    {
      name: overdue,
      dividedBy: {},
      wanted: 'single ≤ 3 × (2 ×) idle, event ≤ 4 × (3 ×)',
      measure: (servers) => measured(overdue, servers, measureOverdue),
    },
  ];
}

/** Medians in milliseconds, or times of single mails. */
type PerKind<Value> = Record<keyof typeof KINDS, Value>;
type Figures = Record<string, number | PerKind<number[]>> & { times: PerKind<number[]> };

async function measureSchedule(
  run: Run,
  { count, step, memory }: { count: number; step: keyof typeof FIRST_STEPS; memory: () => Promise<number> },
): Promise<Figures> {
  const schedule = await beginSchedule(run, step);
  const times: PerKind<number[]> = { single: [], event: [] };
  let first: number | undefined;
  let doneAtMs = 0;
  while (doneAtMs === 0) {
    await timeInto(times, run);
    const done = await countDone(run.database, schedule.id);
    if (done >= count) doneAtMs = monotonicMs();
    else if (first === undefined && done >= count * FIRST_PART) first = await memory();
  }
  const growth = (await memory()) / (first ?? Number.NaN) - 1;
  await stopAutomation(run, schedule);
  const perSecond = count / ((doneAtMs - schedule.startedAtMs) / SECOND_MS);
  return { times, perSecond, growth: 100 * growth };
}

async function measureOverdue(run: Run): Promise<Figures> {
  await storeOverdueRuns(run.database, OVERDUE);
  const times: PerKind<number[]> = { single: [], event: [] };
  while ((await countOverdue(run.database)) > 0) await timeInto(times, run);
  return { times };
}

async function timeInto(times: PerKind<number[]>, run: Run): Promise<void> {
  const more = await timeKinds(run, TIMED);
  times.single.push(...more.single);
  times.event.push(...more.event);
}

async function timeKinds(run: Run, mails: number): Promise<PerKind<number[]>> {
  const single = await timeMails(run, mails, KINDS.single);
  return { single, event: await timeMails(run, mails, KINDS.event) };
}

function compare(idle: PerKind<number[]>, loaded: PerKind<number[]>): Record<string, number> {
  const single = percentile(loaded.single, 0.5);
  const event = percentile(loaded.event, 0.5);
  return {
    single,
    singleRatio: single / percentile(idle.single, 0.5),
    event,
    eventRatio: event / percentile(idle.event, 0.5),
  };
}

function resultOf(contender: string, figures: Record<string, number | object>, messages: number): RunResult {
  const numbers = Object.entries(figures).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return { contender, figures: Object.fromEntries(numbers), cpuPerMessage: {}, statements: [], messages };
}

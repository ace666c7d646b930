// Scenario `automation-idle`: the latency of a mail that an event causes, on an idle service: from writing the POST of
// the event until the server has answered the mail of its run with 250; against a mail that is posted, and again while
// a million runs sleep. Both services run during all rounds and are measured in turns.
import { storeSleepingRuns } from '../automations/runs.ts';
import { createAutomationsDatabase, EVENTS } from '../automations/stored-automations.ts';
import type { MailKind } from '../load/mail-kind.ts';
import { percentile } from '../load/percentile.ts';
import { SINGLE } from '../load/shape.ts';
import { deliver, inspectMail, type OpenRun, openRun, type Run } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import { PAUSE_MS, timeMails } from './idle.ts';

/** Names of the template databases. */
const DATABASES = { empty: 'automation_idle', sleeping: 'automation_sleeping' };
const SLEEPING = 1_000_000;
/** Kinds of mail in a warm-up. */
const KINDS: readonly MailKind[] = [{}, { event: EVENTS.mail }];

/** Name of the variant and of the database → its run, from `prepare` to `finish`. */
const runs = new Map<string, OpenRun>();

export const automationIdle: Scenario = {
  name: 'automation-idle',
  question: () =>
    `One event at a time, ${PAUSE_MS} ms after the answer to the previous one, that starts a run of one mail: from writing the POST to the server's 250, milliseconds; and while ${SLEEPING.toLocaleString('en-US')} runs sleep.`,
  columns: [
    { title: 'median ms', key: 'median', digits: 1, spread: true },
    { title: 'smallest', key: 'min', digits: 1 },
    { title: 'p99', key: 'p99', digits: 1 },
  ],
  compared: 'median',
  async prepare(setting, servers) {
    const variants = posthornsOf(setting);
    if (variants.length > 0) await createDatabases(setting, servers);
    for (const variant of variants)
      for (const template of Object.values(DATABASES)) {
        const { htmlBytes, warmUp } = setting.options;
        const processes = { ...ONE_OF_EACH, automation: 1 };
        const opened = await openRun({ variant, shape: SINGLE, htmlBytes, processes, template }, servers);
        runs.set(`${variant.name}, ${template}`, opened);
        for (const kind of KINDS) await deliver(opened.run, warmUp, kind);
      }
  },
  async finish() {
    for (const { close } of runs.values()) await close();
    runs.clear();
  },
  contenders: (setting) => posthornsOf(setting).flatMap(({ name }) => contendersOf(name, setting)),
};

/** One has sleeping runs in addition. Each contact gets a mail in one round only. */
async function createDatabases(setting: Setting, servers: Servers): Promise<void> {
  const { rounds, idleMails, warmUp, htmlBytes } = setting.options;
  const contacts = 2 * (rounds * idleMails + warmUp);
  const [variant] = posthornsOf(setting);
  if (!variant) return;
  await createAutomationsDatabase(servers, variant, { name: DATABASES.empty, contacts, htmlBytes });
  const databaseUrl = await servers.databases.createTemplate(DATABASES.sleeping, DATABASES.empty);
  await storeSleepingRuns(databaseUrl, SLEEPING);
}

function contendersOf(variant: string, { options }: Setting): Contender[] {
  const runOf = (template: string) => {
    const opened = runs.get(`${variant}, ${template}`);
    if (!opened) throw new Error(`The service ${template} does not run.`);
    return opened.run;
  };
  const posted = `${variant}, POST /emails`;
  const event = `${variant}, event`;
  const contender = (
    name: string,
    template: string,
    kind: MailKind,
    rest: Partial<Contender>,
  ): Contender => ({
    name,
    dividedBy: {},
    wanted: undefined,
    ...rest,
    measure: () => measure(name, runOf(template), options.idleMails, kind),
  });
  return [
    contender(posted, DATABASES.empty, {}, {}),
    contender(
      event,
      DATABASES.empty,
      { event: EVENTS.mail },
      {
        dividedBy: { '× POST /emails': posted },
        wanted: '≤ 2.5 × POST /emails',
      },
    ),
    contender(
      `${event}, ${SLEEPING.toLocaleString('en-US')} runs asleep`,
      DATABASES.sleeping,
      { event: EVENTS.mail },
      {
        dividedBy: { '× none asleep': event },
        wanted: '≤ 1.2 × none asleep',
      },
    ),
  ];
}

async function measure(contender: string, run: Run, mails: number, kind: MailKind) {
  await run.servers.databases.checkpoint();
  const timesMs = await timeMails(run, mails, kind);
  await inspectMail(run);
  const figures = {
    min: Math.min(...timesMs),
    median: percentile(timesMs, 0.5),
    p99: percentile(timesMs, 0.99),
  };
  return { contender, figures, cpuPerMessage: {}, statements: [], messages: timesMs.length };
}

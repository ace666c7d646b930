// Scenario `automations`: what runs of automations cost. Mails of runs of one step and steps without mail against
// batches of mail, with the same warm processes; events that start a run and events that no automation knows against
// accepting a mail, with the API alone. Measures mails, steps and requests per second.
import { RunStarter } from '../automations/runs.ts';
import { createAutomationsDatabase, EVENTS, STEPS_WITHOUT_MAIL } from '../automations/stored-automations.ts';
import type { MailKind } from '../load/mail-kind.ts';
import { BATCH, SINGLE } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { deliver, inspectMail, type OpenRun, openRun, type Run, requestsFor, send } from '../run.ts';
import {
  type Contender,
  ONE_OF_EACH,
  posthornsOf,
  type RunResult,
  type Scenario,
  type Setting,
} from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import { queryCount, type Variant } from '../variant.ts';
import { DELIVERED, deliverLoad } from './deliver.ts';

/** Name of the template database. */
const AUTOMATIONS_DATABASE = 'automations';
const RATE = 'rate';
const API_ALONE = { api: 1, send: 0 };
const COUNT_RUNS = 'SELECT count(*) FROM automation_runs';

/** The open runs of a variant, from `prepare` to `finish`. */
interface Opened {
  variant: Variant;
  /** With workers. */
  working: OpenRun;
  starter: RunStarter;
  /** The API alone. */
  accepting: OpenRun;
}

type Figures = Pick<RunResult, 'figures' | 'messages'>;

const opened: Opened[] = [];

export const automations: Scenario = {
  name: 'automations',
  question: () =>
    `Runs of one step that sends a mail, and runs of ${STEPS_WITHOUT_MAIL} steps without mail, against batches of 100 mails over 4 connections; the API alone: events over 20 connections against single mails.`,
  columns: [
    { title: 'mails, steps or requests/s', key: RATE, digits: 0, spread: true },
    { title: 'p50 ms', key: 'p50', digits: 1 },
    { title: 'p99 ms', key: 'p99', digits: 1 },
  ],
  compared: RATE,
  async prepare(setting, servers) {
    const variants = posthornsOf(setting);
    const withMail = contactsWithMail(setting);
    if (variants[0]) {
      const { htmlBytes } = setting.options;
      const contacts = 2 * withMail;
      await createAutomationsDatabase(servers, variants[0], {
        name: AUTOMATIONS_DATABASE,
        contacts,
        htmlBytes,
      });
    }
    for (const variant of variants) opened.push(await open(variant, setting, servers, withMail));
  },
  async finish() {
    for (const { working, accepting, starter } of opened) {
      await starter.close();
      await working.close();
      await accepting.close();
    }
    opened.length = 0;
  },
  contenders: (setting) => opened.flatMap((each) => contendersOf(each, setting)),
};

/** More than get a mail in all rounds, with those of the warm-up. */
function contactsWithMail({ options }: Setting): number {
  return 4 * (options.rounds * options.mails + options.warmUp) + BATCH.mailsPerRequest;
}

async function open(
  variant: Variant,
  { options }: Setting,
  servers: Servers,
  withMail: number,
): Promise<Opened> {
  const plan = { variant, htmlBytes: options.htmlBytes, template: AUTOMATIONS_DATABASE };
  const working = await openRun(
    { ...plan, shape: BATCH, processes: { ...ONE_OF_EACH, automation: 1 } },
    servers,
  );
  const accepting = await openRun({ ...plan, shape: SINGLE, processes: API_ALONE }, servers);
  const starter = new RunStarter(working.run, withMail);
  await deliver(working.run, options.warmUp);
  await starter.sendMails(options.warmUp);
  await starter.doSteps(options.warmUp);
  const kinds: MailKind[] = [{}, { event: EVENTS.sleep }, { event: EVENTS.nothing }];
  for (const kind of kinds) await send(accepting.run, { requests: options.warmUp, kind });
  return { variant, working, starter, accepting };
}

function contendersOf({ variant, working, starter, accepting }: Opened, { options }: Setting): Contender[] {
  const nameOf = (words: string) => `${variant.name}, ${words}`;
  const contender = (
    run: Run,
    words: string,
    load: () => Promise<Figures>,
    than?: { title: string; words: string; wanted: string },
  ): Contender => ({
    name: nameOf(words),
    dividedBy: than ? { [than.title]: nameOf(than.words) } : {},
    wanted: than?.wanted,
    async measure() {
      const measured = await measureLoad(run, load);
      if (run === working.run) await inspectMail(run);
      return { contender: nameOf(words), ...measured };
    },
  });
  const { mails } = options;
  const batch = 'batch';
  const accept = 'accept';
  const thanBatch = (wanted: string) => ({ title: '× batch', words: batch, wanted });
  const thanAccept = (wanted: string) => ({ title: '× accept', words: accept, wanted });
  const accepts = (kind: MailKind) => () => acceptLoad(accepting.run, mails, kind);
  return [
    contender(working.run, batch, () => batchLoad(working.run, mails)),
    contender(working.run, 'mails of runs', () => runLoad(starter, mails), thanBatch('≥ 0.7')),
    contender(working.run, 'steps without mail', () => stepLoad(starter, mails), thanBatch('≥ 3')),
    contender(accepting.run, accept, accepts({})),
    contender(
      accepting.run,
      'event that starts a run',
      accepts({ event: EVENTS.sleep }),
      thanAccept('≥ 0.9'),
    ),
    contender(
      accepting.run,
      'event without automation',
      accepts({ event: EVENTS.nothing }),
      thanAccept('≥ 1.1'),
    ),
  ];
}

async function batchLoad(run: Run, mails: number): Promise<Figures> {
  const { figures, messages } = await deliverLoad(run, mails);
  return { figures: { ...figures, [RATE]: figures[DELIVERED] ?? Number.NaN }, messages };
}

async function runLoad(starter: RunStarter, mails: number): Promise<Figures> {
  const { runs, startedAtMs, doneAtMs } = await starter.sendMails(mails);
  return { figures: { [RATE]: perSecond(runs, doneAtMs - startedAtMs) }, messages: runs };
}

async function stepLoad(starter: RunStarter, count: number): Promise<Figures> {
  const { runs, startedAtMs, doneAtMs } = await starter.doSteps(count);
  const steps = runs * STEPS_WITHOUT_MAIL;
  return { figures: { [RATE]: perSecond(steps, doneAtMs - startedAtMs) }, messages: steps };
}

/** @throws Error when not every event has started a run, or something else has */
async function acceptLoad(run: Run, mails: number, kind: MailKind): Promise<Figures> {
  const requests = requestsFor(run, mails);
  const before = await queryCount(run.database, COUNT_RUNS);
  const answer = await send(run, { requests, kind });
  const started = (await queryCount(run.database, COUNT_RUNS)) - before;
  if (started !== (kind.event === EVENTS.sleep ? requests : 0))
    throw new Error(`${requests} requests have started ${started} runs.`);
  const rate = perSecond(requests, answer.lastAnswerAtMs - answer.firstSentAtMs);
  return { figures: { [RATE]: rate, p50: answer.p50Ms, p99: answer.p99Ms }, messages: requests };
}

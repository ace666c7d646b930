// Scenario `turns`: single mails and mails that events cause, one at a time, while another account brings more than the
// workers carry. The receiving server answers late, so that a worker carries 500 mails a second, whatever the machine.
import { createAutomationsDatabase, EVENTS } from '../automations/stored-automations.ts';
import type { MailKind } from '../load/mail-kind.ts';
import { percentile } from '../load/percentile.ts';
import { SINGLE } from '../load/shape.ts';
import { monotonicMs } from '../monotonic.ts';
import { deliver, type Run, type RunPlan, withRun } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import { FLOOD_RUNS, Flooder } from '../turns/floods.ts';
import type { Variant } from '../variant.ts';
import { timeMails } from './idle.ts';

const DATABASE = 'turns';
const FLOOD_DOMAIN = 'flood.local';
const FLOOD = { perSecond: 2_000, seconds: 30 };
/** With two answers to a mail on each of 20 connections. */
const CARRIED_PER_SECOND = 500;
const ALONE_SECONDS = 8;
const SECOND_MS = 1_000;

type Figures = Record<string, number>;

export const turns: Scenario = {
  name: 'turns',
  question: () =>
    `One mail at a time, or one event whose automation sends a mail, from the POST to the server's 250, milliseconds: alone; next to another account that sends ${FLOOD.perSecond} mails a second to workers that carry ${CARRIED_PER_SECOND}; next to ${FLOOD_RUNS} runs of it.`,
  columns: [
    { title: 'median', key: 'median', digits: 1, spread: true },
    { title: 'p99', key: 'p99', digits: 1, spread: true },
    { title: 'flood/s alone', key: 'floodAlone', digits: 0 },
    { title: 'flood/s', key: 'flood', digits: 0 },
  ],
  compared: 'median',
  async prepare({ variants, options }, servers) {
    const [variant] = posthornsOf({ variants, options });
    const { htmlBytes, idleMails, warmUp } = options;
    const contacts = idleMails + warmUp;
    if (variant) await createAutomationsDatabase(servers, variant, { name: DATABASE, contacts, htmlBytes });
  },
  contenders: (setting) => posthornsOf(setting).flatMap((variant) => contendersOf(variant, setting)),
};

function contendersOf(variant: Variant, { options }: Setting): Contender[] {
  const { idleMails, warmUp, htmlBytes } = options;
  const sinkDelayMs = (variant.smtpConnections * SECOND_MS) / CARRIED_PER_SECOND / 2;
  const contender = (
    words: string,
    kind: MailKind,
    flood?: { than: string; wanted: string; measure: typeof nextToMails },
  ): Contender => {
    const name = `${variant.name}, ${words}`;
    return {
      name,
      dividedBy: flood ? { '× alone': `${variant.name}, ${flood.than}` } : {},
      wanted: flood?.wanted,
      measure(servers) {
        const processes = { ...ONE_OF_EACH, automation: 1 };
        const plan: RunPlan = {
          variant,
          shape: SINGLE,
          htmlBytes,
          processes,
          template: DATABASE,
          sinkDelayMs,
        };
        return withRun(plan, servers, async (run) => {
          await deliver(run, warmUp, kind);
          const figures = flood
            ? await flood.measure(run, idleMails, kind)
            : describe(await timeMails(run, idleMails, kind));
          return { contender: name, figures, cpuPerMessage: {}, statements: [], messages: idleMails };
        });
      },
    };
  };
  const event = { event: EVENTS.mail };
  return [
    contender('mail alone', {}),
    contender(
      'mail next to mail',
      {},
      { than: 'mail alone', wanted: '≤ 5 ×, p99 ≤ 1 s, flood ≥ 0.9', measure: nextToMails },
    ),
    contender('event alone', event),
    contender('event next to runs', event, { than: 'event alone', wanted: '≤ 5 ×', measure: nextToRuns }),
  ];
}

/** @throws Error when not all mail of the flood was delivered once */
async function nextToMails(run: Run, mails: number, kind: MailKind): Promise<Figures> {
  const flooder = await Flooder.create(run, FLOOD_DOMAIN);
  const sending = flooder.sendMails(FLOOD);
  const floodAlone = await flooder.deliveredPerSecond(ALONE_SECONDS);
  const before = await flooder.delivered();
  const startedAtMs = monotonicMs();
  const times = await timeMails(run, mails, kind);
  const seconds = (monotonicMs() - startedAtMs) / SECOND_MS;
  const delivered = await flooder.delivered();
  await sending;
  const all = FLOOD.perSecond * FLOOD.seconds;
  if (delivered >= all) throw new Error('The flood has ended before the mails were timed.');
  await flooder.untilDelivered(all, ((2 * all) / CARRIED_PER_SECOND) * SECOND_MS);
  await flooder.close();
  return { ...describe(times), floodAlone, flood: (delivered - before) / seconds };
}

/** @throws Error when the runs have ended before the events were timed */
async function nextToRuns(run: Run, mails: number, kind: MailKind): Promise<Figures> {
  const flooder = await Flooder.create(run, FLOOD_DOMAIN);
  await flooder.createAutomations();
  await flooder.untilRunsEnded();
  await flooder.startRuns();
  const before = await flooder.countRuns();
  const startedAtMs = monotonicMs();
  const times = await timeMails(run, mails, kind);
  const left = await flooder.countRuns();
  if (left === 0) throw new Error('The runs have ended before the events were timed.');
  await flooder.close();
  return { ...describe(times), flood: (before - left) / ((monotonicMs() - startedAtMs) / SECOND_MS) };
}

function describe(timesMs: readonly number[]): Figures {
  return { median: percentile(timesMs, 0.5), p99: percentile(timesMs, 0.99) };
}

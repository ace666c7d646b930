// Scenario `feedback`: what a provider says of mail that it took, one event a request, posted to one API and recorded by one worker.
// Every third mail has bounced, and its address is suppressed; the others were delivered.
import { setTimeout as pause } from 'node:timers/promises';
import { SINGLE } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { monotonicMs } from '../monotonic.ts';
import { type Run, send, withRun } from '../run.ts';
import { posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import { queryCount } from '../variant.ts';

const RECORDED = 'recorded';
const PER_CORE = 'perCore';
const POLL_MS = 50;
const RECORDED_WITHIN_MS = 120_000;
const COUNT_RECORDED = `SELECT count(*) FROM provider_feedback WHERE effect = 'applied'`;
const US_PER_SECOND = 1_000_000;

export const feedback: Scenario = {
  name: 'feedback',
  question: () =>
    `Events of a provider over ${SINGLE.connections} connections, one a request, until their recipients have changed.`,
  columns: [
    { title: 'recorded/s', key: RECORDED, digits: 0, spread: true },
    { title: 'a second of CPU of api and reader', key: PER_CORE, digits: 0 },
  ],
  compared: RECORDED,
  contenders: (setting) =>
    posthornsOf(setting).map((variant) => ({
      name: variant.name,
      dividedBy: {},
      wanted: '≥ 1,500 a second of CPU',
      measure: (servers) =>
        withRun(
          {
            variant,
            shape: SINGLE,
            htmlBytes: setting.options.htmlBytes,
            processes: { api: 1, send: 0, reader: 1 },
          },
          servers,
          async (run) => ({ contender: variant.name, ...(await measureFeedback(run, setting)) }),
        ),
    })),
};

async function measureFeedback(run: Run, { options: { warmUp, mails } }: Setting) {
  const posts = await run.plan.variant.storeFeedback?.(run.database, warmUp + mails);
  const { target } = run.running;
  if (!posts || target.protocol !== 'http') throw new Error(`${run.plan.variant.name} hears no provider.`);
  run.running = { ...run.running, target: { ...target, posts } };
  await send(run, { requests: warmUp });
  await untilRecorded(run, warmUp);
  const measured = await measureLoad(run, async () => {
    const { firstSentAtMs } = await send(run, { requests: mails });
    const doneAtMs = await untilRecorded(run, warmUp + mails);
    return { figures: { [RECORDED]: perSecond(mails, doneAtMs - firstSentAtMs) }, messages: mails };
  });
  const { api = 0, reader = 0 } = measured.cpuPerMessage;
  return { ...measured, figures: { ...measured.figures, [PER_CORE]: US_PER_SECOND / (api + reader) } };
}

/** @returns when all were */
async function untilRecorded({ database }: Run, events: number): Promise<number> {
  const deadlineMs = monotonicMs() + RECORDED_WITHIN_MS;
  while ((await queryCount(database, COUNT_RECORDED)) < events) {
    if (monotonicMs() > deadlineMs) throw new Error('The events were not recorded in time.');
    await pause(POLL_MS);
  }
  return monotonicMs();
}

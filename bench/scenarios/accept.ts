// Scenario `accept`: the API alone, without a worker. How many requests per second it accepts when no other process
// competes for the machine, and how long each takes.
import { SINGLE } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { type Run, requestsFor, send, withRun } from '../run.ts';
import { apisOf, BASELINE, isPosthorn, type RunResult, type Scenario, VERSUS_BASELINE } from '../scenario.ts';

const ACCEPTED = 'accepted';

export const accept: Scenario = {
  name: 'accept',
  question: () => 'The API alone, no worker: one mail per request over 20 connections.',
  columns: [
    { title: 'requests/s', key: ACCEPTED, digits: 0, spread: true },
    { title: 'p50 ms', key: 'p50', digits: 1 },
    { title: 'p99 ms', key: 'p99', digits: 1 },
  ],
  compared: ACCEPTED,
  contenders: (setting) =>
    apisOf(setting).map((variant) => ({
      name: variant.name,
      dividedBy: { [VERSUS_BASELINE]: BASELINE },
      wanted: isPosthorn(variant) ? '≥ 1.6 × naive' : undefined,
      measure: (servers) => {
        const { options } = setting;
        const plan = { variant, shape: SINGLE, htmlBytes: options.htmlBytes, processes: { api: 1, send: 0 } };
        return withRun(plan, servers, async (run) => {
          await send(run, { requests: requestsFor(run, options.warmUp) });
          const measured = await measureLoad(run, () => sendLoad(run, options.mails));
          await inspectStored(run);
          return { contender: variant.name, ...measured };
        });
      },
    })),
};

async function sendLoad(run: Run, mails: number): Promise<Pick<RunResult, 'figures' | 'messages'>> {
  const requests = requestsFor(run, mails);
  const answer = await send(run, { requests });
  const rate = perSecond(requests, answer.lastAnswerAtMs - answer.firstSentAtMs);
  return { figures: { [ACCEPTED]: rate, p50: answer.p50Ms, p99: answer.p99Ms }, messages: requests };
}

/** @throws Error when the number of mails in the database differs from the number of answers with 200 */
async function inspectStored({ plan, database, requests }: Run): Promise<void> {
  const { name, countAccepted } = plan.variant;
  const stored = await countAccepted?.(database);
  if (stored !== requests) throw new Error(`${name}: ${stored} of ${requests} mails were stored.`);
}

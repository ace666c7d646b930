// Scenario `arrivals`: mail that comes in over SMTP, until it is answered with 250. Posthorn stores it in Postgres, Postfix
// in its queue, and neither does anything else with it. Both have synced it to disk by then.
import { SINGLE } from '../load/shape.ts';
import { POSTFIX } from '../postfix/variant.ts';
import { openReceiving, receiversOf } from '../receiving/open-receiving.ts';
import { type Run, send } from '../run.ts';
import { measureLoad, perSecond } from './measure-load.ts';
import { isPosthorn, type RunResult, type Scenario } from './scenario.ts';

const ANSWERED = 'answered';

export const arrivals: Scenario = {
  name: 'arrivals',
  question: ({ htmlBytes }) =>
    `Mail of ${htmlBytes} bytes over ${SINGLE.connections} SMTP connections, answered with 250 and kept.`,
  columns: [
    { title: 'answered/s', key: ANSWERED, digits: 0, spread: true },
    { title: 'p50 ms', key: 'p50', digits: 1 },
    { title: 'p99 ms', key: 'p99', digits: 1 },
  ],
  compared: ANSWERED,
  contenders: (setting) =>
    receiversOf(setting).map((variant) => ({
      name: variant.name,
      dividedBy: { [`× ${POSTFIX}`]: POSTFIX },
      wanted: isPosthorn(variant) ? '≥ 1.5 × postfix' : undefined,
      async measure(servers) {
        const { mails, warmUp } = setting.options;
        const { run, close } = await openReceiving(setting, variant, servers);
        try {
          await send(run, { requests: warmUp });
          const measured = await measureLoad(run, () => sendLoad(run, mails));
          await inspectStored(run);
          return { contender: variant.name, ...measured };
        } finally {
          await close();
        }
      },
    })),
};

async function sendLoad(run: Run, mails: number): Promise<Pick<RunResult, 'figures' | 'messages'>> {
  const answer = await send(run, { requests: mails });
  const rate = perSecond(mails, answer.lastAnswerAtMs - answer.firstSentAtMs);
  return { figures: { [ANSWERED]: rate, p50: answer.p50Ms, p99: answer.p99Ms }, messages: mails };
}

/** @throws Error when the number of stored mails differs from the number of answers with 250 */
async function inspectStored({ plan, database, requests }: Run): Promise<void> {
  const { name, countReceived } = plan.variant;
  const stored = await countReceived?.(database);
  if (stored !== undefined && stored !== requests)
    throw new Error(`${name}: ${stored} of ${requests} mails were stored.`);
}

// Scenario `arrivals`: incoming mail over SMTP, until it is answered with 250. Posthorn stores it in Postgres, Postfix
// in its queue, and neither does anything else with it. Both have synced it to disk by then.
import { SINGLE } from '../load/shape.ts';
import { POSTFIX } from '../postfix/variant.ts';
import { openReceiving, receiversOf } from '../receiving/open-receiving.ts';
import { isPosthorn, type Scenario } from '../scenario.ts';
import { ANSWERED, measureAnswered } from './measure-answered.ts';

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
          const measured = await measureAnswered(run, { warmUp, mails }, variant.countReceived);
          return { contender: variant.name, ...measured };
        } finally {
          await close();
        }
      },
    })),
};

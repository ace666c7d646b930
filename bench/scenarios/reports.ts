// Scenario `reports`: delivery reports about mail that was sent, read and applied by one worker: each bounces its
// recipient. Against plain mail of the same size that is parsed, authenticated and announced. The worker stands still
// until all of it has come.
import type { BenchProcess } from '../processes/start.ts';
import { measureReading, type WaitingMail } from '../receiving/measure-reading.ts';
import { type Contender, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Variant } from '../variant.ts';

const READ = 'read';

type Kind = Omit<WaitingMail, 'dns' | 'figure'>;

const MAIL: Kind = {
  prepare: () => Promise.resolve({}),
  countRead: `SELECT count(*) FROM webhook_messages WHERE type = 'email.received'`,
  countRight: 'SELECT count(*) FROM received_emails WHERE parsed_at IS NOT NULL AND parse_error IS NULL',
};
const REPORTS: Kind = {
  async prepare({ plan, database }, messages) {
    const returnPaths = await plan.variant.storeSentMails?.(database, messages);
    if (!returnPaths) throw new Error(`${plan.variant.name} has no return paths.`);
    return { returnPaths };
  },
  countRead: 'SELECT count(*) FROM received_emails WHERE report_effect IS NOT NULL',
  // Each has bounced, suppressed its address and been announced.
  countRight: `
    SELECT least((SELECT count(*) FROM email_recipients WHERE state = 'bounced'),
                 (SELECT count(*) FROM suppressions WHERE reason = 'bounce'),
                 (SELECT count(*) FROM webhook_messages WHERE type = 'email.bounced')) AS count`,
};

let dns: BenchProcess | undefined;

export const reports: Scenario = {
  name: 'reports',
  question: ({ htmlBytes }) =>
    `Delivery reports that bounce their recipient, and plain mail, each of the size of a mail of ${htmlBytes} bytes: applied, or announced, per second.`,
  columns: [{ title: 'read/s', key: READ, digits: 0, spread: true }],
  compared: READ,
  async prepare(_setting, { startProcess }) {
    dns = await startProcess({ name: 'dns', command: ['bench/domains/dns-main.ts'] });
  },
  async finish() {
    await dns?.stop();
    dns = undefined;
  },
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const mail = `${variant.name}, mail`;
      return [
        createContender(setting, variant, MAIL, { name: mail, dividedBy: {} }),
        createContender(setting, variant, REPORTS, {
          name: `${variant.name}, reports`,
          dividedBy: { '× mail': mail },
          wanted: '≥ 0.5 × mail',
        }),
      ];
    }),
};

function createContender(
  setting: Setting,
  variant: Variant,
  kind: Kind,
  named: Omit<Contender, 'measure'>,
): Contender {
  return {
    ...named,
    async measure(servers) {
      if (!dns) throw new Error('The DNS server does not run.');
      const measured = await measureReading(setting, variant, servers, { ...kind, dns, figure: READ });
      return { contender: named.name, ...measured };
    },
  };
}

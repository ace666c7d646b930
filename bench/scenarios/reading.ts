// Scenario `reading`: received mail is parsed, authenticated, recorded and announced by one worker, against a loop
// over the same libraries that parses and authenticates the same mail and does nothing else. The worker stands still
// until all of it has come.
import { type DkimKeyPair, generateDkimKey } from '../../shared/mail/dkim/dkim-keys.ts';
import type { DnsServerQuestion } from '../domains/dns-main.ts';
import { recordsOfSenders } from '../load/signed-mail.ts';
import { perSecond } from '../measure-load.ts';
import type { BenchProcess } from '../processes/start.ts';
import type { ReadingAnswer, ReadingQuestion } from '../receiving/loop-main.ts';
import { addressOf, measureReading } from '../receiving/measure-reading.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario, type Setting } from '../scenario.ts';
import type { Variant } from '../variant.ts';

const READ = 'read';
const BARE = 'bare loop over mailparser and mailauth';

const COUNT_ANNOUNCED = `SELECT count(*) FROM webhook_messages WHERE type = 'email.received'`;
const COUNT_AUTHENTICATED = `SELECT count(*) FROM received_emails WHERE authentication->>'dmarc' = 'pass'`;

/** What runs from `prepare` to `finish`. */
interface Surroundings {
  key: DkimKeyPair;
  dns: BenchProcess;
  loop: BenchProcess;
}

let surroundings: Surroundings | undefined;

export const reading: Scenario = {
  name: 'reading',
  question: ({ htmlBytes }) =>
    `Received mail of ${htmlBytes} bytes with a DKIM signature: parsed, authenticated and announced per second.`,
  columns: [{ title: 'read/s', key: READ, digits: 0, spread: true }],
  compared: READ,
  async prepare(setting, { startProcess }) {
    const key = await generateDkimKey();
    const dns = await startProcess({ name: 'dns', command: ['bench/domains/dns-main.ts'] });
    await dns.ask({ type: 'publish', records: recordsOfSenders(key) } satisfies DnsServerQuestion);
    const loop = await startProcess({ name: 'loop', command: ['bench/receiving/loop-main.ts'] });
    surroundings = { key, dns, loop };
    // V8 compiles.
    await readInLoop(surroundings, setting, setting.options.warmUp);
  },
  async finish() {
    await surroundings?.loop.stop();
    await surroundings?.dns.stop();
    surroundings = undefined;
  },
  contenders: (setting) => [
    { name: BARE, dividedBy: {}, measure: () => measureLoop(setting) },
    ...posthornsOf(setting).map((variant) => createContender(setting, variant)),
  ],
};

function started(): Surroundings {
  if (!surroundings) throw new Error('The DNS server does not run.');
  return surroundings;
}

async function measureLoop(setting: Setting): Promise<RunResult> {
  const { loop } = started();
  const { mails } = setting.options;
  const { durationMs, cpuUs } = await readInLoop(started(), setting, mails);
  return {
    contender: BARE,
    figures: { [READ]: perSecond(mails, durationMs) },
    cpuPerMessage: { [loop.name]: cpuUs / mails },
    statements: [],
    messages: mails,
  };
}

function readInLoop({ loop, dns, key }: Surroundings, { options }: Setting, mails: number) {
  const { htmlBytes } = options;
  return loop.ask<ReadingAnswer>({
    server: addressOf(dns),
    privateKeyPem: key.privateKeyPem,
    htmlBytes,
    mails,
  } satisfies ReadingQuestion);
}

function createContender(setting: Setting, variant: Variant): Contender {
  return {
    name: variant.name,
    dividedBy: { '× bare': BARE },
    wanted: '≥ 0.6 × bare',
    async measure(servers) {
      const { dns, key } = started();
      const measured = await measureReading(setting, variant, servers, {
        dns,
        figure: READ,
        countRead: COUNT_ANNOUNCED,
        countRight: COUNT_AUTHENTICATED,
        prepare: () => Promise.resolve({ privateKeyPem: key.privateKeyPem }),
      });
      return { contender: variant.name, ...measured };
    },
  };
}

// Scenario `reading`: mail that came in is parsed, authenticated, recorded and announced by one worker, against a loop
// over the same libraries that parses and authenticates the same mail and does nothing else. The worker stands still
// until all of it has come.
import { setTimeout as pause } from 'node:timers/promises';
import { type DkimKeyPair, generateDkimKey } from '../../shared/mail/dkim/dkim-keys.ts';
import type { DnsServerQuestion } from '../domains/dns-main.ts';
import { monotonicMs } from '../monotonic.ts';
import type { BenchProcess, ProcessOptions } from '../processes/start.ts';
import type { ReadingAnswer, ReadingQuestion } from '../receiving/loop-main.ts';
import { openReceiving } from '../receiving/open-receiving.ts';
import { recordsOfSenders } from '../receiving/signed-mail.ts';
import { type Run, send } from '../run.ts';
import type { Servers } from '../servers/start.ts';
import { queryCount, type Variant } from '../variant.ts';
import { measureLoad, perSecond } from './measure-load.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario, type Setting } from './scenario.ts';

const READ = 'read';
const BARE = 'bare loop over mailparser and mailauth';
/** No server listens: the announcements are stored and not delivered. */
const ENDPOINT = 'https://127.0.0.1:1/';
const POLL_MS = 100;
const PATIENCE_MS = 120_000;

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
    ...{ statements: [], messages: mails },
  };
}

function readInLoop({ loop, dns, key }: Surroundings, { options }: Setting, mails: number) {
  const { htmlBytes } = options;
  return loop.ask<ReadingAnswer>({
    ...{ server: addressOf(dns), privateKeyPem: key.privateKeyPem, htmlBytes, mails },
  } satisfies ReadingQuestion);
}

const addressOf = (dns: BenchProcess) => `127.0.0.1:${dns.announcement['port']}`;

function createContender(setting: Setting, variant: Variant): Contender {
  const { mails, warmUp } = setting.options;
  return {
    name: variant.name,
    dividedBy: { '× bare': BARE },
    wanted: '≥ 0.6 × bare',
    async measure(servers) {
      const { run, close } = await openReading(setting, variant, servers);
      try {
        await variant.insertWebhook?.(run.database, ENDPOINT);
        await receive(run, warmUp);
        await untilAnnounced(run, warmUp);
        const reader = run.running.processes.find(({ name }) => name === 'reader');
        if (!reader) throw new Error('Nothing reads the mail.');
        process.kill(reader.pid, 'SIGSTOP');
        await receive(run, mails);
        const measured = await measureLoad(run, async () => {
          const startedAtMs = monotonicMs();
          process.kill(reader.pid, 'SIGCONT');
          const doneAtMs = await untilAnnounced(run, warmUp + mails);
          return { figures: { [READ]: perSecond(mails, doneAtMs - startedAtMs) }, messages: mails };
        });
        return { contender: variant.name, ...measured };
      } finally {
        await close();
      }
    },
  };
}

/** The mail comes signed, and its processes ask the DNS server of the bench. */
async function openReading(setting: Setting, variant: Variant, { startProcess, ...servers }: Servers) {
  const { dns, key } = started();
  const environment = { DNS_SERVERS: addressOf(dns) };
  const opened = await openReceiving(
    setting,
    variant,
    { ...servers, startProcess },
    {
      processes: { api: 0, send: 0, inbound: 1, reader: 1 },
      startProcess: (process: ProcessOptions) =>
        startProcess({ ...process, environment: { ...process.environment, ...environment } }),
    },
  );
  const { target } = opened.run.running;
  if (target.protocol === 'smtp') target.privateKeyPem = key.privateKeyPem;
  return opened;
}

async function receive(run: Run, mails: number): Promise<void> {
  await send(run, { requests: mails });
}

/** @returns when all of them were. @throws Error when one was not authenticated */
async function untilAnnounced({ database }: Run, mails: number): Promise<number> {
  const deadlineMs = monotonicMs() + PATIENCE_MS;
  while ((await queryCount(database, COUNT_ANNOUNCED)) < mails) {
    if (monotonicMs() > deadlineMs) throw new Error('The mail was not read in time.');
    await pause(POLL_MS);
  }
  const doneAtMs = monotonicMs();
  const authenticated = await queryCount(database, COUNT_AUTHENTICATED);
  if (authenticated !== mails) throw new Error(`${authenticated} of ${mails} mails passed DMARC.`);
  return doneAtMs;
}

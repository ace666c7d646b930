// What comes in waits until all of it has come, while the worker that reads it is stopped; then its reading is measured.
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadTarget } from '../load/load-main.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { monotonicMs } from '../monotonic.ts';
import type { BenchProcess, ProcessOptions } from '../processes/start.ts';
import { type Run, send } from '../run.ts';
import type { RunResult, Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import { queryCount, type Variant } from '../variant.ts';
import { openReceiving } from './open-receiving.ts';

/** No server listens: the announcements are stored and not delivered. */
const ENDPOINT = 'https://127.0.0.1:1/';
const POLL_MS = 100;
const PATIENCE_MS = 120_000;

/** What is read. */
export interface WaitingMail {
  /** The DNS server that the worker asks. */
  dns: BenchProcess;
  /** Key of the figure: what is read per second. */
  figure: string;
  /** What the load sends. @param messages all of them, with those that warm up */
  prepare(run: Run, messages: number): Promise<Partial<LoadTarget>>;
  /** Counts what has been read. */
  countRead: string;
  /** Counts what was read as it should be, in the end as many. */
  countRight: string;
}

/** Measures one variant. @throws Error when a message was not read, or not as it should be */
export async function measureReading(
  setting: Setting,
  variant: Variant,
  servers: Servers,
  { dns, figure, prepare, countRead, countRight }: WaitingMail,
): Promise<Omit<RunResult, 'contender'>> {
  const { mails, warmUp } = setting.options;
  const { run, close } = await openReceiving(setting, variant, servers, {
    processes: { api: 0, send: 0, inbound: 1, reader: 1 },
    startProcess: ({ environment, ...process }: ProcessOptions) =>
      servers.startProcess({ ...process, environment: { ...environment, DNS_SERVERS: addressOf(dns) } }),
  });
  try {
    await variant.insertWebhook?.(run.database, ENDPOINT);
    Object.assign(run.running.target, await prepare(run, warmUp + mails));
    await send(run, { requests: warmUp });
    await untilRead(run, countRead, warmUp);
    const reader = run.running.processes.find(({ name }) => name === 'reader');
    if (!reader) throw new Error('Nothing reads the mail.');
    process.kill(reader.pid, 'SIGSTOP');
    await send(run, { requests: mails });
    const measured = await measureLoad(run, async () => {
      const startedAtMs = monotonicMs();
      process.kill(reader.pid, 'SIGCONT');
      const doneAtMs = await untilRead(run, countRead, warmUp + mails);
      return { figures: { [figure]: perSecond(mails, doneAtMs - startedAtMs) }, messages: mails };
    });
    const right = await queryCount(run.database, countRight);
    if (right !== warmUp + mails)
      throw new Error(`${right} of ${warmUp + mails} messages were read as they should be.`);
    return measured;
  } finally {
    await close();
  }
}

export const addressOf = (dns: BenchProcess) => `127.0.0.1:${dns.announcement['port']}`;

/** @returns when all were */
async function untilRead({ database }: Run, count: string, messages: number): Promise<number> {
  const deadlineMs = monotonicMs() + PATIENCE_MS;
  while ((await queryCount(database, count)) < messages) {
    if (monotonicMs() > deadlineMs) throw new Error('The mail was not read in time.');
    await pause(POLL_MS);
  }
  return monotonicMs();
}

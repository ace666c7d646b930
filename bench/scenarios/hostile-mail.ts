// Scenario `hostile-mail`: what comes in at its worst. Ten messages of 50 MB arrive at once, and then clients speak
// mutated SMTP. Measures how much more memory all processes take, for how long the event loop of the server is blocked
// at a time, and whether the server has grown in the end.
import { setTimeout as pause } from 'node:timers/promises';
import { formatNumber, recipientAddress } from '../load/mail.ts';
import { monotonicMs } from '../monotonic.ts';
import { createInspectedProcesses } from '../processes/inspected.ts';
import { watchMemory } from '../processes/memory.ts';
import { watchStalls } from '../processes/watch-stalls.ts';
import type { LargeQuestion } from '../receiving/large-main.ts';
import type { MutationsQuestion } from '../receiving/mutations-main.ts';
import { openReceiving } from '../receiving/open-receiving.ts';
import { type Run, send } from '../run.ts';
import { type Contender, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import { queryCount, type Variant } from '../variant.ts';

const MEGABYTE = 1e6;
const LARGE = { messages: 10, bytes: 50 * MEGABYTE };
const SEED = 44;
const GROWTH = 'growth';
const PATIENCE_MS = 180_000;
const POLL_MS = 100;

/** Read, with its file, and without an error. */
const COUNT_READ = `
  SELECT count(*) FROM received_emails AS email
  WHERE parsed_at IS NOT NULL AND parse_error IS NULL AND size > ${LARGE.bytes}
    AND EXISTS (SELECT FROM received_attachments WHERE received_id = email.id AND size > ${LARGE.bytes / 2})`;

export const hostileMail: Scenario = {
  name: 'hostile-mail',
  question: ({ mails }) =>
    `${LARGE.messages} messages of ${LARGE.bytes / MEGABYTE} MB at once, from the first byte until all are read; then ${mails} clients that speak mutated SMTP.`,
  columns: [
    { title: 'large: s', key: 'seconds', digits: 1 },
    { title: 'MB more at most', key: 'more', digits: 0, spread: true },
    { title: 'longest stall, ms', key: 'largeStall', digits: 0 },
    { title: 'mutated: clients/s', key: 'clients', digits: 0 },
    { title: 'longest stall, ms', key: 'stall', digits: 0 },
    { title: 'inbound MB before', key: 'before', digits: 1 },
    { title: 'growth %', key: GROWTH, digits: 1, spread: true },
  ],
  compared: GROWTH,
  contenders: (setting) => posthornsOf(setting).map((variant) => createContender(setting, variant)),
};

function createContender(setting: Setting, variant: Variant): Contender {
  const { mails: clients, warmUp } = setting.options;
  return {
    name: variant.name,
    dividedBy: {},
    wanted: '< 300 MB more, stalls ≤ 200 ms, growth < 5 %',
    async measure(servers) {
      const inspected = createInspectedProcesses(servers.startProcess);
      const stalls = watchStalls(inspected.startProcess, 'inbound');
      const { run, close } = await openReceiving(setting, variant, servers, {
        processes: { api: 0, send: 0, inbound: 1, reader: 1 },
        startProcess: stalls.startProcess,
      });
      const memoryOfServer = async () => (await inspected.memoryAfterCollection())['inbound'] ?? Number.NaN;
      try {
        await send(run, { requests: warmUp });
        await untilRead(run, 'SELECT count(*) FROM received_emails WHERE parsed_at IS NOT NULL', warmUp);
        await stalls.longestStallMs();
        const large = await deliverLarge(run, servers);
        const largeStall = await stalls.longestStallMs();
        await withClients(servers, 'bench/receiving/mutations-main.ts', mutations(run, warmUp));
        const before = await memoryOfServer();
        await stalls.longestStallMs();
        const startedAtMs = monotonicMs();
        await withClients(servers, 'bench/receiving/mutations-main.ts', mutations(run, clients));
        const seconds = (monotonicMs() - startedAtMs) / 1_000;
        const stall = await stalls.longestStallMs();
        const after = await memoryOfServer();
        const figures = {
          ...large,
          largeStall,
          clients: clients / seconds,
          stall,
          before: before / MEGABYTE,
          [GROWTH]: (after / before - 1) * 100,
        };
        return { contender: variant.name, figures, cpuPerMessage: {}, statements: [], messages: clients };
      } finally {
        await close();
      }
    },
  };
}

function portOf({ running: { target } }: Run): number {
  if (target.protocol !== 'smtp') throw new Error('Mail comes in over SMTP.');
  return target.port;
}

const mutations = (run: Run, clients: number): MutationsQuestion => ({
  port: portOf(run),
  seed: SEED,
  clients,
});

async function deliverLarge(run: Run, servers: Servers): Promise<{ seconds: number; more: number }> {
  const pids = [...run.running.processes.map(({ pid }) => pid), servers.postgresPid];
  const memory = watchMemory(pids);
  const before = memory.now();
  const startedAtMs = monotonicMs();
  const to = recipientAddress(formatNumber(0), 0);
  const question: LargeQuestion = { port: portOf(run), to, ...LARGE };
  await withClients(servers, 'bench/receiving/large-main.ts', question);
  await untilRead(run, COUNT_READ, LARGE.messages);
  const seconds = (monotonicMs() - startedAtMs) / 1_000;
  return { seconds, more: (memory.end() - before) / MEGABYTE };
}

/** Asks clients in a process of their own. */
async function withClients({ startProcess }: Servers, file: string, question: object): Promise<void> {
  const clients = await startProcess({ name: 'clients', command: [file] });
  try {
    await clients.ask(question);
  } finally {
    await clients.stop();
  }
}

async function untilRead({ database }: Run, count: string, wanted: number): Promise<void> {
  const deadlineMs = monotonicMs() + PATIENCE_MS;
  while ((await queryCount(database, count)) < wanted) {
    if (monotonicMs() > deadlineMs) throw new Error('The mail was not read in time.');
    await pause(POLL_MS);
  }
}

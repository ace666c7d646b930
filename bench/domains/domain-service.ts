// A worker for the checks of domains, on a database of verified domains and with a DNS server of its own. The processes
// run during all rounds of the scenario, so that each round is measured with optimized code.
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../shared/platform/db/connect.ts';
import { cpuMicroseconds } from '../cpu-time.ts';
import { DOMAINS, nameOfDomain } from '../load/domain-names.ts';
import { monotonicMs } from '../monotonic.ts';
import type { BenchProcess } from '../processes/start.ts';
import { openDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import { queryCount, type Variant } from '../variant.ts';
import type { DnsServerAnswer, DnsServerQuestion } from './dns-main.ts';
import type { LoopAnswer, LoopQuestion } from './loop-main.ts';
import { MAIL_HOSTNAME, storeDomains } from './stored-domains.ts';

/** All domains were asked about. */
export interface MeasuredQuestions {
  /** From the first question until the result of the last domain that is answered is known, or stored. */
  seconds: number;
  /** Questions about these domains per second, as the DNS server counts them. */
  perSecond: number;
  /** Process → microseconds of CPU per domain. */
  cpuPerDomain: Record<string, number>;
}

/** How the DNS server behaves. */
export interface DnsConditions {
  /** Numbers of domains that it is silent about; if absent, none. */
  silent?: readonly number[];
  /** Delay of each answer; if absent, none. */
  delayMs?: number;
}

/** A running service. */
export interface DomainService {
  /** Asks the questions of all checks in a bare loop. */
  loop(conditions: DnsConditions): Promise<MeasuredQuestions>;
  /** Lets all domains be checked. */
  recheck(conditions: DnsConditions): Promise<MeasuredQuestions>;
  stop(): Promise<void>;
}

/** To one resolver, as in a process of the program (shared/platform/net/dns/servers.ts). */
const QUESTIONS_AT_A_TIME = 192;
/** No mail is sent, so no server listens. */
const NO_SMTP_PORT = 1;
const NAME = 'domains';
const POLL_MS = 10;
const PATIENCE_MS = 300_000;
const SECOND_MS = 1_000;

const WITHOUT_SILENT = 'id <> ALL($1::uuid[])';
/** Counts checked domains: no check of the past is due or in progress. */
const COUNT_CHECKED = `
  SELECT count(*) FROM domain_checks WHERE next_attempt_at > now() AND claimed_by IS NULL AND ${WITHOUT_SILENT}`;
/** Makes the domains due that were stored for the scenario; a little later, so that writing them is not measured. */
const MAKE_DUE = `
  UPDATE domain_checks SET next_attempt_at = now() + interval '2 s' WHERE checked_at IS NOT NULL`;

export async function openDomainService(servers: Servers, variant: Variant): Promise<DomainService> {
  const { startProcess, databases, redisUrl, startPostfix } = servers;
  const databaseUrl = await databases.clone(NAME, variant.family);
  const database = openDatabase(databaseUrl);
  const records = await storeDomains(database);
  const dns = await startProcess({ name: 'dns', command: ['bench/domains/dns-main.ts'] });
  await askDns(dns, { type: 'publish', records });
  const loop = await startProcess({ name: 'loop', command: ['bench/domains/loop-main.ts'] });
  const server = `127.0.0.1:${dns.announcement['port']}`;
  const { processes } = await variant.start({
    startProcess,
    databaseUrl,
    redisUrl,
    queuePrefix: `{${NAME}}`,
    smtpPort: NO_SMTP_PORT,
    processes: { api: 0, send: 0, domain: 1 },
    startPostfix,
    variables: { DNS_SERVERS: server, MAIL_HOSTNAME },
  });
  const pids = (names: readonly { name: string; pid: number }[]) => [
    ...names.map(({ name, pid }) => ({ name, pid })),
    { name: 'dns', pid: dns.pid },
  ];
  return {
    loop: ({ silent = [], delayMs = 0 }) =>
      measure(pids([loop]), dns, async () => {
        await askDns(dns, { type: 'begin', silent, delayMs });
        const question: LoopQuestion = { server, records, domains: DOMAINS, atATime: QUESTIONS_AT_A_TIME };
        return (await loop.ask<LoopAnswer>(question)).doneAtMs;
      }),
    async recheck({ silent = [], delayMs = 0 }) {
      const { rows } = await database.query<{ id: string }>('SELECT id FROM domains WHERE name = ANY($1)', [
        silent.map(nameOfDomain),
      ]);
      const silentIds = rows.map(({ id }) => id);
      const checking = [...processes, { name: 'postgres', pid: servers.postgresPid }];
      await database.query(MAKE_DUE);
      await databases.checkpoint();
      const measured = await measure(pids(checking), dns, async () => {
        await askDns(dns, { type: 'begin', silent, delayMs });
        await untilAsked(dns, (DOMAINS - silent.length) * records.length);
        return await untilChecked(database, silentIds);
      });
      await untilChecked(database, []);
      return measured;
    },
    async stop() {
      for (const process of [...processes, loop, dns]) await process.stop();
      await database.end();
      await databases.drop(NAME);
    },
  };
}

/** @param work returns when it was done */
async function measure(
  processes: readonly { name: string; pid: number }[],
  dns: BenchProcess,
  work: () => Promise<number>,
): Promise<MeasuredQuestions> {
  const before = processes.map(({ pid }) => cpuMicroseconds(pid));
  const doneAtMs = await work();
  const cpuPerDomain = processes.flatMap(({ name, pid }, index) => {
    const from = before[index];
    const to = cpuMicroseconds(pid);
    return from === undefined || to === undefined ? [] : [[name, (to - from) / DOMAINS] as const];
  });
  const { answered, firstAtMs } = await askDns(dns, { type: 'count' });
  const seconds = (doneAtMs - firstAtMs) / SECOND_MS;
  return { seconds, perSecond: answered / seconds, cpuPerDomain: Object.fromEntries(cpuPerDomain) };
}

/** The database is not read before DNS has answered all questions. */
async function untilAsked(dns: BenchProcess, questions: number): Promise<void> {
  await until(async () => (await askDns(dns, { type: 'count' })).answered >= questions);
}

/** @returns when the last one was checked */
async function untilChecked(database: Database, silentIds: readonly string[]): Promise<number> {
  await until(
    async () => (await queryCount(database, COUNT_CHECKED, [silentIds])) >= DOMAINS - silentIds.length,
  );
  return monotonicMs();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = monotonicMs() + PATIENCE_MS;
  while (!(await isSo())) {
    if (monotonicMs() > deadlineMs) throw new Error('The domains were not checked in time.');
    await delay(POLL_MS);
  }
}

function askDns(dns: BenchProcess, question: DnsServerQuestion): Promise<DnsServerAnswer> {
  return dns.ask<DnsServerAnswer>(question);
}

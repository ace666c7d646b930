// What fifty open lists cost the API. One real tab is watched, and then fifty browsers do what it has done: while nothing changes, and
// with a new email of the account each second.
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Request } from 'playwright-core';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { createSession } from '../../shared/resources/foundation/sessions/create.ts';
import { cpuMicroseconds } from '../cpu-time.ts';
import { monotonicMs } from '../monotonic.ts';
import { send } from './events.ts';
import type { DashboardService } from './service.ts';
import { DASHBOARD, openList, withTab } from './tab.ts';
import type { SeenRequest, TabSession, TabsQuestion, TabsReport } from './tabs-main.ts';

/** The cost of the lists. */
export interface ListsCost {
  /** Per cent of a core that the API uses more than without them. */
  corePercent: number;
  postgresPercent: number;
  requestsPerSecond: number;
}

export const TABS = 50;
/** The first page is shown, and the stream is open. */
const OPENED_MS = 3_000;
const MEASURED_MS = 30_000;
const SETTLE_MS = 6_000;
const MAIL_MS = 1_000;
const PERCENT = 100;
const MICROSECONDS_PER_MS = 1_000;
const NO_REPORT = () => Promise.resolve({ answers: 0, unchanged: 0, streams: 0 });

/** Measures them, `idle` and with mail. */
export async function measureOpenLists(
  service: DashboardService,
  profile: BrowserContext,
): Promise<Record<'idle' | 'withMail', ListsCost>> {
  const { servers, apiUrl: url } = service;
  const seen = await watchTab(service, profile);
  const sessions = await createSessions(service);
  const without = {
    idle: await measureFor(service, NO_REPORT),
    withMail: await measureWithMail(service, NO_REPORT),
  };
  const tabs = await servers.startProcess({ name: 'tabs', command: ['bench/dashboard/tabs-main.ts'] });
  try {
    const ask = (type: TabsQuestion['type']) => {
      const question: TabsQuestion = { type, url, sessions, ...seen };
      return Promise.race([tabs.ask<TabsReport>(question), tabs.failure]);
    };
    await ask('begin');
    await pause(SETTLE_MS);
    const { streams } = await ask('report');
    if (streams !== TABS) throw new Error(`${streams} of ${TABS} streams are open.`);
    const report = () => ask('report');
    return {
      idle: costOf(await measureFor(service, report), without.idle),
      withMail: costOf(await measureWithMail(service, report), without.withMail),
    };
  } finally {
    await tabs.stop();
  }
}

/** What was used, in cores, and the answers of the same time. */
interface Measured {
  ms: number;
  api: number;
  postgres: number;
  answers: number;
}

function costOf(open: Measured, none: Measured): ListsCost {
  return {
    corePercent: (open.api - none.api) * PERCENT,
    postgresPercent: (open.postgres - none.postgres) * PERCENT,
    requestsPerSecond: open.answers / (open.ms / 1_000),
  };
}

async function measureWithMail(
  service: DashboardService,
  readReport: () => Promise<TabsReport>,
): Promise<Measured> {
  const stopping = new AbortController();
  const mail = sendUntil(service, stopping.signal);
  await pause(SETTLE_MS);
  const measured = await measureFor(service, readReport);
  stopping.abort();
  await mail;
  return measured;
}

async function sendUntil(service: DashboardService, signal: AbortSignal): Promise<void> {
  for (let mail = 0; !signal.aborted; mail += 1) {
    await send(service, `mail ${mail}`);
    await pause(MAIL_MS);
  }
}

async function measureFor(
  { api, servers }: DashboardService,
  readReport: () => Promise<TabsReport>,
): Promise<Measured> {
  const read = async () => ({
    atMs: monotonicMs(),
    api: readCpu(api.pid),
    postgres: readCpu(servers.postgresPid),
    ...(await readReport()),
  });
  const first = await read();
  await pause(MEASURED_MS);
  const last = await read();
  const ms = last.atMs - first.atMs;
  return {
    ms,
    api: (last.api - first.api) / (ms * MICROSECONDS_PER_MS),
    postgres: (last.postgres - first.postgres) / (ms * MICROSECONDS_PER_MS),
    answers: last.answers - first.answers,
  };
}

function readCpu(pid: number): number {
  const microseconds = cpuMicroseconds(pid);
  if (microseconds === undefined) throw new Error('This system does not report the CPU time of a process.');
  return microseconds;
}

/** @returns how an open tab asks for the list, and for the stream of changes */
async function watchTab(
  { origin }: DashboardService,
  profile: BrowserContext,
): Promise<{ list: SeenRequest; stream: SeenRequest }> {
  return await withTab(profile, async (tab) => {
    const requests: Request[] = [];
    tab.on('request', (request) => requests.push(request));
    await openList(tab, origin, DASHBOARD);
    await pause(OPENED_MS);
    const find = async (pathname: string) => {
      const found = requests.find((request) => new URL(request.url()).pathname === pathname);
      if (!found) throw new Error(`A tab does not ask for ${pathname}.`);
      return await describe(found);
    };
    return { list: await find('/emails'), stream: await find('/app/changes') };
  });
}

/** The headers of HTTP/2, which begin with a colon, are none of ours. */
async function describe(request: Request): Promise<SeenRequest> {
  const { pathname, search } = new URL(request.url());
  return { path: pathname + search, headers: await request.allHeaders() };
}

/**
 * Sessions of the person whom the service has signed in, its own among them: a person has no more than 50. One for each browser,
 * because a session may open 20 streams.
 */
async function createSessions(service: DashboardService): Promise<TabSession[]> {
  const { database, ids, accountId } = service;
  const { rows } = await database.query<{ personId: string; csrfToken: string }>(
    'SELECT person_id AS "personId", csrf_token AS "csrfToken" FROM sessions WHERE account_id = $1 LIMIT 1',
    [accountId],
  );
  const { personId = '', csrfToken = '' } = rows[0] ?? {};
  const origin = { address: null, userAgent: null };
  const sessions: TabSession[] = [{ cookie: `posthorn_session=${service.session}`, csrfToken }];
  while (sessions.length < TABS) {
    const { id, token } = await transaction(database, (client) =>
      createSession(client, ids, { personId, accountId, now: new Date(), ...origin }),
    );
    const { rows: tokens } = await database.query<{ csrfToken: string }>(
      'SELECT csrf_token AS "csrfToken" FROM sessions WHERE id = $1',
      [id],
    );
    sessions.push({ cookie: `posthorn_session=${token}`, csrfToken: tokens[0]?.csrfToken ?? '' });
  }
  return sessions;
}

// What fifty open lists cost the API. One real tab is watched, and then fifty clients send what it has sent.
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Request } from 'playwright-core';
import { cpuMicroseconds } from '../cpu-time.ts';
import { monotonicMs } from '../monotonic.ts';
import type { DashboardService } from './service.ts';
import { DASHBOARD, openList, withTab } from './tab.ts';
import type { RepeatedRequest, TabsQuestion, TabsReport } from './tabs-main.ts';

/** What the lists cost. */
export interface ListsCost {
  /** Per cent of a core that the API uses more than without them. */
  corePercent: number;
  requestsPerSecond: number;
  /** Milliseconds of CPU a request. */
  apiMs: number;
  postgresMs: number;
}

export const TABS = 50;
const WATCHED_MS = 20_000;
/** What the first page asks once, while it is being opened, is over. */
const OPENED_MS = 1_500;
/** The pause of a tab after an answer (dashboard/api/use-call.ts), and the least that the clock of a browser makes of it. */
const PAUSE_MS = 2_000;
const PAUSE_MIN_MS = 1_950;
const MEASURED_MS = 30_000;
const SETTLE_MS = 3_000;
const PERCENT = 100;
const MICROSECONDS_PER_MS = 1_000;

/** Measures them. */
export async function measureOpenLists(
  service: DashboardService,
  profile: BrowserContext,
): Promise<ListsCost> {
  const { servers, apiUrl: url } = service;
  const requests = await watchTab(service, profile);
  const none = await measureFor(service, () => Promise.resolve({ answers: 0 }));
  const tabs = await servers.startProcess({ name: 'tabs', command: ['bench/dashboard/tabs-main.ts'] });
  try {
    const ask = (type: TabsQuestion['type']) => {
      const question: TabsQuestion = { type, url, tabs: TABS, pauseMs: PAUSE_MS, requests };
      return Promise.race([tabs.ask<TabsReport>(question), tabs.failure]);
    };
    await ask('begin');
    await pause(SETTLE_MS);
    const open = await measureFor(service, () => ask('report'));
    const more = (of: 'api' | 'postgres') => open[of] - none[of];
    return {
      corePercent: more('api') * PERCENT,
      requestsPerSecond: open.answers / (open.ms / 1_000),
      apiMs: (more('api') * open.ms) / open.answers,
      postgresMs: (more('postgres') * open.ms) / open.answers,
    };
  } finally {
    await tabs.stop();
  }
}

/** Shares of a core, and the answers of the same time. */
async function measureFor(
  { api, servers }: DashboardService,
  readReport: () => Promise<TabsReport>,
): Promise<{ ms: number; api: number; postgres: number; answers: number }> {
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

/**
 * @returns what an open list asks for again and again
 * @throws Error when it asks sooner after an answer than the clients that take its place
 */
async function watchTab({ origin }: DashboardService, profile: BrowserContext): Promise<RepeatedRequest[]> {
  const seen = await withTab(profile, async (tab) => {
    const requests: Request[] = [];
    await openList(tab, origin, DASHBOARD);
    await pause(OPENED_MS);
    tab.on('request', (request) => requests.push(request));
    await pause(WATCHED_MS);
    return await Promise.all(requests.map(async (request) => describe(request, await request.allHeaders())));
  });
  const paths = [...new Set(seen.map(({ path }) => path))];
  return paths.map((path) => {
    const same = seen.filter((each) => each.path === path);
    const [first] = same;
    for (const [at, { startsAtMs }] of same.slice(1).entries()) {
      const pauseMs = startsAtMs - (same[at]?.endsAtMs ?? 0);
      if (pauseMs < PAUSE_MIN_MS) throw new Error(`A tab repeats ${path} after ${pauseMs.toFixed()} ms.`);
    }
    return { path, headers: first?.headers ?? {} };
  });
}

/** The headers of HTTP/2, which begin with a colon, are none of ours. */
function describe(request: Request, headers: Record<string, string>) {
  const { pathname, search } = new URL(request.url());
  const { startTime, responseEnd } = request.timing();
  return { path: pathname + search, headers, startsAtMs: startTime, endsAtMs: startTime + responseEnd };
}

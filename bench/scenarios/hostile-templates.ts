// Scenario `hostile-templates`: an application sends one mail after the other while 25 clients of its account save and
// preview templates that take as long as the limits allow. Measures for how long they block the API's event loop at a
// time, and how long the answers to the mails take.
import { SINGLE } from '../load/shape.ts';
import { watchStalls } from '../processes/watch-stalls.ts';
import { type Run, send, withRun } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { HostileQuestion, HostileReport } from '../templates/hostile-main.ts';
import type { Variant } from '../variant.ts';

const PAUSE_MS = 100;
const STALL = 'stall';
const SECOND_MS = 1_000;
/** What a request may end with; with 429 and 422 it is refused. */
const EXPECTED = ['200', '201', '422', '429'];

export const hostileTemplates: Scenario = {
  name: 'hostile-templates',
  question: () =>
    `One mail every ${PAUSE_MS} ms over one connection, alone and next to 25 clients that save and preview hostile templates, milliseconds.`,
  columns: [
    { title: 'longest stall of the API', key: STALL, digits: 0, spread: true },
    { title: 'answer p50', key: 'p50', digits: 1 },
    { title: 'p99', key: 'p99', digits: 1 },
    { title: 'hostile requests/s', key: 'requests', digits: 0 },
  ],
  compared: STALL,
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => [
      createContender(setting, variant, { name: `${variant.name}, alone`, dividedBy: {} }),
      createContender(
        setting,
        variant,
        { name: `${variant.name}, next to hostile templates`, dividedBy: {}, wanted: '≤ 150 ms' },
        startClients,
      ),
    ]),
};

/** @param startHostile if absent, the mails are sent alone */
function createContender(
  { options }: Setting,
  variant: Variant,
  named: Omit<Contender, 'measure'>,
  startHostile?: typeof startClients,
): Contender {
  const { htmlBytes, idleMails: messages, warmUp } = options;
  return {
    ...named,
    measure(servers) {
      const api = watchStalls(servers.startProcess, 'api');
      const plan = {
        variant,
        shape: SINGLE,
        htmlBytes,
        processes: ONE_OF_EACH,
        startProcess: api.startProcess,
      };
      return withRun(plan, servers, async (run) => {
        await send(run, { requests: warmUp });
        await api.longestStallMs();
        const clients = await startHostile?.(run, servers);
        const startedAtMs = performance.now();
        const { p50Ms, p99Ms } = await send(run, { requests: messages, pauseMs: PAUSE_MS });
        const seconds = (performance.now() - startedAtMs) / SECOND_MS;
        const figures = {
          [STALL]: await api.longestStallMs(),
          p50: p50Ms,
          p99: p99Ms,
          requests: ((await clients?.finish()) ?? 0) / seconds,
        };
        return { contender: named.name, figures, cpuPerMessage: {}, statements: [], messages };
      });
    },
  };
}

async function startClients({ running: { target } }: Run, { startProcess }: Servers) {
  if (target.protocol !== 'http') throw new Error('Templates need an API.');
  const clients = await startProcess({ name: 'hostile', command: ['bench/templates/hostile-main.ts'] });
  const api = { url: target.urls[0] ?? '', headers: target.headers };
  await clients.ask({ type: 'begin', ...api } satisfies HostileQuestion);
  return {
    /** @returns the number of answers @throws Error when one was unexpected, such as 500 */
    async finish(): Promise<number> {
      const report = await clients.ask<HostileReport>({ type: 'report', ...api } satisfies HostileQuestion);
      await clients.stop();
      if (Object.keys(report).some((ended) => !EXPECTED.includes(ended)))
        throw new Error(`Hostile templates were answered with ${JSON.stringify(report)}.`);
      return Object.values(report).reduce((sum, count) => sum + count, 0);
    },
  };
}

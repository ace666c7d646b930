// Scenario `noisy-neighbour`, fairness between accounts: a quiet account sends one mail after the other, alone, and
// next to an account that does everything at once, allowed or not, or computes (bench/noise). Measures how long each answer takes.
import type { LoadAnswer } from '../load/load-main.ts';
import { SINGLE } from '../load/shape.ts';
import type { NoiseQuestion } from '../noise/noise-main.ts';
import type { ProcessOptions } from '../processes/start.ts';
import { type Run, type RunPlan, send, withRun } from '../run.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';

const PAUSE_MS = 100;
const NOISE_DOMAIN = 'noise.local';
/** Its webhooks and hosted files are on this machine, which production refuses (SSRF). */
const REACHES_THIS_MACHINE = { NODE_ENV: 'development' };

export const noisyNeighbour: Scenario = {
  name: 'noisy-neighbour',
  question: () =>
    `One mail every ${PAUSE_MS} ms over one connection, alone, next to an account that does everything at once, and next to one that only computes: time to each answer, milliseconds.`,
  columns: [
    { title: 'median', key: 'median', digits: 1, spread: true },
    { title: 'p95', key: 'p95', digits: 1, spread: true },
    { title: 'p99', key: 'p99', digits: 1, spread: true },
  ],
  compared: 'p99',
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const alone = `${variant.name}, alone`;
      return [
        createContender(setting, variant, { name: alone, dividedBy: {} }),
        createContender(setting, variant, {
          name: `${variant.name}, next to noise`,
          noise: 'everything',
          dividedBy: { '× alone': alone },
          wanted: '≤ 5 ×',
        }),
        createContender(setting, variant, {
          name: `${variant.name}, next to computations`,
          noise: 'computations',
          dividedBy: { '× alone': alone },
          wanted: '≤ 5 ×',
        }),
      ];
    }),
};

type Named = Pick<Contender, 'name' | 'dividedBy' | 'wanted'> & {
  /** Absent: none. */
  noise?: 'everything' | 'computations';
};

function createContender({ options }: Setting, variant: Variant, { noise, ...named }: Named): Contender {
  return {
    ...named,
    measure(servers) {
      const startProcess = (process: ProcessOptions) =>
        servers.startProcess({
          ...process,
          environment: { ...process.environment, ...REACHES_THIS_MACHINE },
        });
      const { htmlBytes, idleMails, warmUp } = options;
      const processes = { api: 1, send: 1, webhook: 1 };
      const plan: RunPlan = { variant, shape: SINGLE, htmlBytes, processes, startProcess };
      return withRun(plan, servers, async (run) => {
        await send(run, { requests: warmUp });
        const stop = noise && (await makeNoise(run, servers, noise === 'computations'));
        try {
          return resultOf(named.name, await send(run, { requests: idleMails, pauseMs: PAUSE_MS }), idleMails);
        } finally {
          await stop?.();
        }
      });
    },
  };
}

function resultOf(
  contender: string,
  answer: Pick<LoadAnswer, 'p50Ms' | 'p95Ms' | 'p99Ms'>,
  messages: number,
): RunResult {
  const figures = { median: answer.p50Ms, p95: answer.p95Ms, p99: answer.p99Ms };
  return { contender, figures, cpuPerMessage: {}, statements: [], messages };
}

/** Starts the noise. @returns a function that ends it */
async function makeNoise(
  { plan, running, database }: Run,
  { startProcess }: Servers,
  isComputing: boolean,
): Promise<() => Promise<void>> {
  const account = await plan.variant.createAccount?.(database, NOISE_DOMAIN);
  const noise = await startProcess({ name: 'noise', command: ['bench/noise/noise-main.ts'] });
  const url = running.target.protocol === 'http' ? (running.target.urls[0] ?? '') : '';
  const token = account?.apiKey ?? '';
  const question: NoiseQuestion = { type: 'begin', url, token, from: `ana@${NOISE_DOMAIN}`, isComputing };
  await noise.ask(question);
  return () => noise.stop();
}

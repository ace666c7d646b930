// Scenario `noisy-neighbour`, fairness between accounts: a quiet account sends one mail after the other, alone, and
// next to an account that does everything at once, allowed or not (bench/noise). Measures how long each answer takes.
import { SINGLE } from '../load/shape.ts';
import type { NoiseQuestion } from '../noise/noise-main.ts';
import type { ProcessOptions } from '../processes/start.ts';
import { type Run, type RunPlan, send, withRun } from '../run.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario, type Setting } from './scenario.ts';

const PAUSE_MS = 100;
const NOISE_DOMAIN = 'noise.local';
/** Its webhooks and hosted files are on this machine, which production refuses (SSRF). */
const REACHES_THIS_MACHINE = { NODE_ENV: 'development' };

export const noisyNeighbour: Scenario = {
  name: 'noisy-neighbour',
  question: () =>
    `One mail every ${PAUSE_MS} ms over one connection, alone and next to an account that does everything at once: time to each answer, milliseconds.`,
  columns: [
    { title: 'median', key: 'median', digits: 1, spread: true },
    { title: 'p99', key: 'p99', digits: 1, spread: true },
  ],
  compared: 'p99',
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const alone = `${variant.name}, alone`;
      return [
        createContender(setting, variant, { name: alone, isNoisy: false, dividedBy: {} }),
        createContender(setting, variant, {
          name: `${variant.name}, next to noise`,
          isNoisy: true,
          dividedBy: { '× alone': alone },
          wanted: '≤ 5 ×',
        }),
      ];
    }),
};

type Named = Pick<Contender, 'name' | 'dividedBy' | 'wanted'> & { isNoisy: boolean };

function createContender({ options }: Setting, variant: Variant, { isNoisy, ...named }: Named): Contender {
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
        const stop = isNoisy ? await makeNoise(run, servers) : undefined;
        try {
          return resultOf(named.name, await send(run, { requests: idleMails, pauseMs: PAUSE_MS }), idleMails);
        } finally {
          await stop?.();
        }
      });
    },
  };
}

function resultOf(contender: string, answer: { p50Ms: number; p99Ms: number }, messages: number): RunResult {
  const figures = { median: answer.p50Ms, p99: answer.p99Ms };
  return { contender, figures, cpuPerMessage: {}, statements: [], messages };
}

/** Starts the noise. @returns a function that ends it */
async function makeNoise(
  { plan, running, database }: Run,
  { startProcess }: Servers,
): Promise<() => Promise<void>> {
  const account = await plan.variant.createAccount?.(database, NOISE_DOMAIN);
  const noise = await startProcess({ name: 'noise', command: ['bench/noise/noise-main.ts'] });
  const url = running.target.protocol === 'http' ? (running.target.urls[0] ?? '') : '';
  const token = account?.apiKey ?? '';
  const question: NoiseQuestion = { type: 'begin', url, token, from: `ana@${NOISE_DOMAIN}` };
  await noise.ask(question);
  return () => noise.stop();
}

// Scenario `sign-ins`: an application sends one mail after the other, first alone, then while 100 sign-ins a second with
// wrong passwords keep the API busy with scrypt. Measures how much longer the answers to the mails take.
import { SINGLE } from '../load/shape.ts';
import type { BenchProcess, ProcessOptions } from '../processes/start.ts';
import { type Run, type RunPlan, send, withRun } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { AttemptsQuestion, AttemptsReport } from '../sign-ins/attempts-main.ts';
import { TRUSTS_CLIENTS } from '../sign-ins/log-in.ts';
import type { Variant } from '../variant.ts';

const PAUSE_MS = 100;
/** Mails until as many sign-ins wait as may wait. */
const UNMEASURED = 30;
const SECOND_MS = 1_000;
const MEDIAN_RATIO = 'medianRatio';
/** Checked and found wrong; refused, because too many wait. */
const WRONG = '422';
const REFUSED = '429';

export const signIns: Scenario = {
  name: 'sign-ins',
  question: () =>
    `One mail every ${PAUSE_MS} ms over one connection, alone and then next to 100 wrong sign-ins a second: time to each answer, milliseconds.`,
  columns: [
    { title: 'alone p50', key: 'p50', digits: 1 },
    { title: 'p99', key: 'p99', digits: 1 },
    { title: 'next to sign-ins p50', key: 'signInsP50', digits: 1 },
    { title: 'p99', key: 'signInsP99', digits: 1 },
    { title: '× alone p50', key: MEDIAN_RATIO, digits: 2, spread: true },
    { title: 'p99', key: 'p99Ratio', digits: 2, spread: true },
    { title: 'sign-ins checked/s', key: 'checked', digits: 1 },
    { title: 'refused/s', key: 'refused', digits: 1 },
  ],
  compared: MEDIAN_RATIO,
  contenders: (setting) => posthornsOf(setting).map((variant) => createContender(setting, variant)),
};

function createContender({ options }: Setting, variant: Variant): Contender {
  const { htmlBytes, idleMails: requests, warmUp } = options;
  return {
    name: variant.name,
    dividedBy: {},
    wanted: '≤ 3 ×',
    measure(servers) {
      const startProcess = (process: ProcessOptions) =>
        servers.startProcess({ ...process, environment: { ...process.environment, ...TRUSTS_CLIENTS } });
      const plan: RunPlan = { variant, shape: SINGLE, htmlBytes, processes: ONE_OF_EACH, startProcess };
      return withRun(plan, servers, async (run) => {
        await send(run, { requests: warmUp });
        const alone = await send(run, { requests, pauseMs: PAUSE_MS });
        const attempts = await startAttempts(run, servers);
        await send(run, { requests: UNMEASURED, pauseMs: PAUSE_MS });
        const next = await send(run, { requests, pauseMs: PAUSE_MS });
        const figures = {
          p50: alone.p50Ms,
          p99: alone.p99Ms,
          signInsP50: next.p50Ms,
          signInsP99: next.p99Ms,
          [MEDIAN_RATIO]: next.p50Ms / alone.p50Ms,
          p99Ratio: next.p99Ms / alone.p99Ms,
          ...(await attempts.finish()),
        };
        return { contender: variant.name, figures, cpuPerMessage: {}, statements: [], messages: requests };
      });
    },
  };
}

async function startAttempts({ running: { target } }: Run, { startProcess }: Servers) {
  if (target.protocol !== 'http') throw new Error('Signing in needs an API.');
  const guesser = await startProcess({ name: 'sign-ins', command: ['bench/sign-ins/attempts-main.ts'] });
  const ask = (type: AttemptsQuestion['type']) =>
    guesser.ask<AttemptsReport>({ type, url: target.urls[0] ?? '' } satisfies AttemptsQuestion);
  await ask('begin');
  const startedAtMs = performance.now();
  return { finish: () => finish(guesser, ask, startedAtMs) };
}

/** @throws Error when an attempt was answered unexpectedly, such as 500 */
async function finish(
  guesser: BenchProcess,
  ask: (type: AttemptsQuestion['type']) => Promise<AttemptsReport>,
  startedAtMs: number,
): Promise<{ checked: number; refused: number }> {
  const report = await ask('report');
  const seconds = (performance.now() - startedAtMs) / SECOND_MS;
  await guesser.stop();
  const { [WRONG]: checked = 0, [REFUSED]: refused = 0, ...others } = report;
  if (Object.keys(others).length > 0)
    throw new Error(`Sign-ins were answered with ${JSON.stringify(report)}.`);
  return { checked: checked / seconds, refused: refused / seconds };
}

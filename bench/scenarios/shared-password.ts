// Scenario `shared-password`: clients of 60 networks sign in with the right password of one person, three at a time from
// each, which counts as no failure. Measures how long other people wait for their sign-in, and how much longer the
// answers to mails take.
import { createPasswordHashes } from '../../shared/platform/security/password-hash.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { createFirstOwner } from '../../shared/resources/people/new-accounts/create-first-owner.ts';
import { SINGLE } from '../load/shape.ts';
import type { ProcessOptions } from '../processes/start.ts';
import { type Run, type RunPlan, send, withRun } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import { TRUSTS_CLIENTS } from '../sign-ins/log-in.ts';
import type { SharedPasswordQuestion, SharedPasswordReport } from '../sign-ins/shared-password-main.ts';
import type { Variant } from '../variant.ts';

const PAUSE_MS = 100;
/** Mails until the sign-ins wait for each other. */
const UNMEASURED = 30;
const PASSWORD = 'the password that many clients know';
const OTHERS = Array.from({ length: 10 }, (_, index) => `other${index}@bench.dev`);
const SHARED = 'shared@bench.dev';
const MEDIAN_RATIO = 'medianRatio';

export const sharedPassword: Scenario = {
  name: 'shared-password',
  question: () =>
    `180 clients of 60 networks sign in with the right password of one person: how long others wait for their sign-in, and the answers to one mail every ${PAUSE_MS} ms, milliseconds.`,
  columns: [
    { title: 'other sign-ins p50', key: 'p50', digits: 0, spread: true },
    { title: 'p99', key: 'p99', digits: 0, spread: true },
    { title: 'mail alone p50', key: 'aloneP50', digits: 1 },
    { title: 'next to them p50', key: 'nextP50', digits: 1 },
    { title: '× alone p50', key: MEDIAN_RATIO, digits: 2, spread: true },
    { title: 'p99', key: 'p99Ratio', digits: 2, spread: true },
    { title: 'other sign-ins', key: 'others', digits: 0 },
    { title: 'of the one person', key: 'shared', digits: 0 },
  ],
  compared: MEDIAN_RATIO,
  contenders: (setting) => posthornsOf(setting).map((variant) => createContender(setting, variant)),
};

function createContender({ options }: Setting, variant: Variant): Contender {
  const { htmlBytes, idleMails: requests, warmUp } = options;
  return {
    name: variant.name,
    dividedBy: {},
    wanted: 'sign-ins ≤ 1 s p50, ≤ 3 s p99; mail ≤ 1.5 ×',
    measure(servers) {
      const startProcess = (process: ProcessOptions) =>
        servers.startProcess({ ...process, environment: { ...process.environment, ...TRUSTS_CLIENTS } });
      const plan: RunPlan = { variant, shape: SINGLE, htmlBytes, processes: ONE_OF_EACH, startProcess };
      return withRun(plan, servers, async (run) => {
        await createPeople(run);
        await send(run, { requests: warmUp });
        const alone = await send(run, { requests, pauseMs: PAUSE_MS });
        const finish = await startSignIns(run, servers);
        await send(run, { requests: UNMEASURED, pauseMs: PAUSE_MS });
        const next = await send(run, { requests, pauseMs: PAUSE_MS });
        const figures = {
          aloneP50: alone.p50Ms,
          nextP50: next.p50Ms,
          [MEDIAN_RATIO]: next.p50Ms / alone.p50Ms,
          p99Ratio: next.p99Ms / alone.p99Ms,
          ...(await finish()),
        };
        return { contender: variant.name, figures, cpuPerMessage: {}, statements: [], messages: requests };
      });
    },
  };
}

async function createPeople({ database }: Run): Promise<void> {
  const clock = createSystemClock();
  const deps = { ids: createIds(clock), passwordHashes: createPasswordHashes() };
  const { rows } = await database.query<{ id: string }>('SELECT id FROM accounts LIMIT 1');
  const accountId = rows[0]?.id ?? '';
  for (const email of [SHARED, ...OTHERS])
    await createFirstOwner(database, deps, {
      accountId,
      email,
      name: 'A person',
      password: PASSWORD,
      now: clock.now(),
    });
}

/** @returns what ends them and reads their figures. @throws Error when a sign-in of the others was not answered 200 */
async function startSignIns({ running: { target } }: Run, { startProcess }: Servers) {
  if (target.protocol !== 'http') throw new Error('Signing in needs an API.');
  const url = target.urls[0] ?? '';
  const clients = await startProcess({
    name: 'sign-ins',
    command: ['bench/sign-ins/shared-password-main.ts'],
  });
  const ask = (type: SharedPasswordQuestion['type']) =>
    clients.ask<SharedPasswordReport>({
      type,
      url,
      password: PASSWORD,
      shared: SHARED,
      others: OTHERS,
    } satisfies SharedPasswordQuestion);
  await ask('begin');
  return async () => {
    const { p50Ms, p99Ms, shared, others } = await ask('report');
    await clients.stop();
    const { 200: good = 0, ...refused } = others;
    if (Object.keys(refused).length > 0)
      throw new Error(`Other people's sign-ins were answered with ${JSON.stringify(others)}.`);
    return { p50: p50Ms, p99: p99Ms, others: good, shared: shared['200'] ?? 0 };
  };
}

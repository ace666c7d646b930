// Scenario `tools`: what calls of tools (POST /mcp) cost a mail of another account: one mail after the other, alone and
// next to 50 calls a second, each from writing the POST until the server has answered the mail with 250.
import { percentile } from '../load/percentile.ts';
import { SINGLE } from '../load/shape.ts';
import { deliver, type Run, withRun } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Variant } from '../variant.ts';
import { timeMails } from './idle.ts';

const CALLS_PER_SECOND = 50;
const AGENT_DOMAIN = 'agent.local';
/** What an agent does most: it looks for operations, reads, calls. */
const CALLS = [
  { method: 'tools/list' },
  callOf('list_emails', {}),
  callOf('find_operation', { task: 'stop the newsletter' }),
  callOf('call_operation', { operation: 'getUsage' }),
  callOf('explain_delivery', { address: 'bo@customer.dev' }),
];

export const tools: Scenario = {
  name: 'tools',
  question: () =>
    `One mail at a time, alone and next to ${CALLS_PER_SECOND} calls of tools a second: from writing the POST to the server's 250, milliseconds.`,
  columns: [
    { title: 'median', key: 'median', digits: 2, spread: true },
    { title: 'p99', key: 'p99', digits: 1, spread: true },
    { title: 'calls', key: 'calls', digits: 0 },
  ],
  compared: 'median',
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const alone = `${variant.name}, alone`;
      return [
        createContender(setting, variant, { name: alone, hasCalls: false, dividedBy: {} }),
        createContender(setting, variant, {
          name: `${variant.name}, next to calls`,
          hasCalls: true,
          dividedBy: { '× alone': alone },
          wanted: '≤ 1.05 ×',
        }),
      ];
    }),
};

type Named = Pick<Contender, 'name' | 'dividedBy' | 'wanted'> & { hasCalls: boolean };

function createContender({ options }: Setting, variant: Variant, { hasCalls, ...named }: Named): Contender {
  return {
    ...named,
    measure(servers) {
      const { htmlBytes, warmUp, idleMails } = options;
      return withRun({ variant, shape: SINGLE, htmlBytes, processes: ONE_OF_EACH }, servers, async (run) => {
        await deliver(run, warmUp);
        const stop = hasCalls ? await beginCalls(run) : undefined;
        const timesMs = await timeMails(run, idleMails);
        const calls = (await stop?.()) ?? 0;
        const figures = { median: percentile(timesMs, 0.5), p99: percentile(timesMs, 0.99), calls };
        const { length: messages } = timesMs;
        return { contender: named.name, figures, cpuPerMessage: {}, statements: [], messages };
      });
    },
  };
}

function callOf(name: string, args: object) {
  return { method: 'tools/call', params: { name, arguments: args } };
}

/** Calls at a steady pace. @returns a function that ends it and returns how many calls were answered */
async function beginCalls({ plan, running, database }: Run): Promise<() => Promise<number>> {
  const account = await plan.variant.createAccount?.(database, AGENT_DOMAIN);
  const url = running.target.protocol === 'http' ? `${running.target.urls[0]}/mcp` : '';
  const headers = {
    authorization: `Bearer ${account?.apiKey}`,
    'user-agent': 'agent',
    'content-type': 'application/json',
  };
  const call = async (id: number) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id, ...CALLS[id % CALLS.length] });
    const answer = await fetch(url, { method: 'POST', headers, body });
    const { result } = (await answer.json()) as { result?: { isError?: true } };
    if (!result || result.isError) throw new Error(`A call was refused: ${answer.status}.`);
  };
  // The first one loads what tools need.
  await call(0);
  let made = 0;
  const open: Promise<void>[] = [];
  const timer = setInterval(() => {
    made += 1;
    open.push(call(made));
  }, 1_000 / CALLS_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return made;
  };
}

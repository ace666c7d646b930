// The noisy account: it uses as much of the service as it can get, with all bodies and connections at once, lists that
// search, webhooks that hang and a slow host of files. It reports how its requests ended; its parent ends it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { serveParent } from '../processes/serve-parent.ts';
import { makeBodies, type NoisyBody } from './bodies.ts';
import { openConnections, openMailConnections } from './connections.ts';
import { COMPUTATIONS, type NoisyCall, prepareWork } from './work.ts';

/** `begin` starts the noise and is asked once. */
export interface NoiseQuestion {
  type: 'begin' | 'report';
  url: string;
  token: string;
  from: string;
  /** It computes, and nothing else (COMPUTATIONS of work.ts). */
  isComputing?: boolean;
  /** If given, the account also does everything else (work.ts): the id of its domain. */
  workOfDomain?: string;
  /** If given, strangers take the places of the server for mail at this port. */
  mailPort?: number;
}

/** How requests ended: `429`, `503`, `no answer` → their number. */
export type NoiseReport = Record<string, number>;

const LISTS = [
  '/emails?q=noise',
  '/emails?limit=100',
  '/emails/metrics',
  '/logs?q=noise&limit=100',
  '/logs?limit=100',
];
const LISTS_AT_A_TIME = 10;
const WEBHOOKS = 100;
/** A little longer than a webhook or the fetch of a file may take. */
const SLOW_ANSWER_MS = 16_000;
const ANSWER_MS = 120_000;

await serveParent(async () => {
  const slow = createServer((_request, response) => {
    setTimeout(() => response.end('late'), SLOW_ANSWER_MS).unref();
  });
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/slow`;
  const report: NoiseReport = {};
  let stop = () => {};
  return {
    async answer({ type, ...given }: NoiseQuestion) {
      if (type === 'begin') stop = await begin({ ...given, slowUrl, report });
      return report;
    },
    stop() {
      stop();
      slow.closeAllConnections();
      slow.close();
    },
  };
});

interface Noise extends Omit<NoiseQuestion, 'type'> {
  slowUrl: string;
  report: NoiseReport;
}

async function begin(noise: Noise): Promise<() => void> {
  const { url, token, from, workOfDomain, isComputing, mailPort, slowUrl } = noise;
  const { ask, close } = createClient(noise);
  let isOver = false;
  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    while (!isOver) {
      await work();
      await pause(pauseMs, undefined, { ref: false });
    }
  };
  const json = { 'content-type': 'application/json' };
  const post = ({ path, bytes, headers, isChunked }: NoisyBody) => {
    // A stream has no known length, so it is sent chunked.
    return ask('POST', path, {
      body: isChunked ? Readable.from([bytes]) : bytes,
      headers: { ...json, ...headers },
    });
  };
  const postJson = (path: string, body: object, headers = {}) =>
    ask('POST', path, { body: Buffer.from(JSON.stringify(body)), headers: { ...json, ...headers } });
  const createWebhooks = async () => {
    for (let index = 0; index < WEBHOOKS; index += 1)
      await postJson('/webhooks', { endpoint_url: `${slowUrl}/${index}`, events: ['*'] });
  };
  const call = ({ method, path, body, headers, atATime, pauseMs }: NoisyCall) => {
    let turn = 0;
    for (let place = 0; place < atATime; place += 1)
      void repeat(pauseMs, () => {
        turn += 1;
        return method === 'GET' ? ask('GET', path) : postJson(path, body?.(turn) ?? {}, headers?.(turn));
      });
  };
  const mcp = { accept: 'application/json, text/event-stream' };
  for (const { path, bytes, atATime } of COMPUTATIONS)
    for (let place = 0; place < atATime; place += 1)
      void repeat(0, () => ask('POST', path, { body: bytes, headers: { ...json, ...mcp } }));
  const end = (closing: readonly (() => void)[] = []) => {
    isOver = true;
    for (const closeConnections of closing) closeConnections();
    close();
  };
  if (isComputing) return () => end();
  // Next to the other noise this would take longer than the noise lasts.
  if (workOfDomain) for (const each of await prepareWork(postJson, from, workOfDomain)) call(each);
  void createWebhooks();
  for (const body of Object.values(makeBodies(from, slowUrl))) void repeat(body.pauseMs, () => post(body));
  for (const path of LISTS)
    for (let index = 0; index < LISTS_AT_A_TIME; index += 1) void repeat(0, () => ask('GET', path));
  const closeConnections = [
    openConnections(url, token),
    ...(mailPort ? [openMailConnections(mailPort)] : []),
  ];
  return () => end(closeConnections);
}

/** Asks the API, and counts how its requests end. */
function createClient({ url, token, report }: Noise) {
  const pool = new Pool(url, {
    connections: 200,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  });
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    more: { body?: Buffer | Readable; headers?: object } = {},
  ) => {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'noise', ...more.headers };
    const ended = await pool.request({ method, path, headers, body: more.body ?? null }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return String(statusCode);
      },
      () => 'no answer',
    );
    if (!pool.destroyed) report[ended] = (report[ended] ?? 0) + 1;
  };
  return { ask, close: () => void pool.destroy() };
}

// One tenant that takes all that it can get: all bodies and connections at once, lists that search, webhooks that hang
// and a host of files that is slow. It tells how its requests ended. Bounded in time by whoever started it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { serveParent } from '../processes/serve-parent.ts';
import { makeBodies, type NoisyBody } from './bodies.ts';
import { openConnections } from './connections.ts';

/** Begins, once. */
export interface NoiseQuestion {
  type: 'begin' | 'report';
  url: string;
  token: string;
  from: string;
}

/** How requests ended: `429`, `503`, `no answer` → how many. */
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
/** As long as a webhook or a file may take, and a little longer. */
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
    answer({ type, url, token, from }: NoiseQuestion) {
      if (type === 'begin') stop = begin({ url, token, from, slowUrl, report });
      return Promise.resolve(report);
    },
    stop() {
      stop();
      slow.closeAllConnections();
      slow.close();
    },
  };
});

interface Noise {
  url: string;
  token: string;
  from: string;
  slowUrl: string;
  report: NoiseReport;
}

function begin({ url, token, from, slowUrl, report }: Noise): () => void {
  const pool = new Pool(url, {
    connections: 200,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  });
  let isOver = false;
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
    if (!isOver) report[ended] = (report[ended] ?? 0) + 1;
  };
  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    while (!isOver) {
      await work();
      await pause(pauseMs, undefined, { ref: false });
    }
  };
  const json = { 'content-type': 'application/json' };
  const post = ({ path, bytes, headers, isChunked }: NoisyBody) => {
    // Of a stream nobody knows the length.
    return ask('POST', path, {
      body: isChunked ? Readable.from([bytes]) : bytes,
      headers: { ...json, ...headers },
    });
  };
  const createWebhooks = async () => {
    for (let index = 0; index < WEBHOOKS; index += 1) {
      const body = Buffer.from(JSON.stringify({ endpoint_url: `${slowUrl}/${index}`, events: ['*'] }));
      await ask('POST', '/webhooks', { body, headers: json });
    }
  };
  void createWebhooks();
  for (const body of Object.values(makeBodies(from, slowUrl))) void repeat(body.pauseMs, () => post(body));
  for (const path of LISTS)
    for (let index = 0; index < LISTS_AT_A_TIME; index += 1) void repeat(0, () => ask('GET', path));
  const closeConnections = openConnections(url, token);
  return () => {
    isOver = true;
    closeConnections();
    void pool.destroy();
  };
}

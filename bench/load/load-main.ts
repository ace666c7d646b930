// The clients of a run, in a process of their own. They either send as fast as they are answered, or, one request
// after a pause, leave the machine at rest between two.
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';
import type { LoadClient } from './client.ts';
import { openHttpClient } from './http-client.ts';
import { percentile } from './percentile.ts';
import type { LoadShape } from './shape.ts';
import { openSmtpClient } from './smtp-client.ts';

/** Where a load goes. */
export type LoadTarget =
  | {
      protocol: 'http';
      /** APIs; connections are shared among them evenly. */
      urls: string[];
      /** Of each request. */
      headers: Record<string, string>;
    }
  | { protocol: 'smtp'; port: number };

/** A load to send. */
export interface LoadQuestion {
  target: LoadTarget;
  shape: LoadShape;
  htmlBytes: number;
  /** Number of the first mail; the others follow it. */
  first: number;
  requests: number;
  /** Present: one request at a time, and this pause after each. */
  pauseMs?: number;
}

/** What came of it. Times are milliseconds of the machine's monotonic clock. */
export interface LoadAnswer {
  firstSentAtMs: number;
  lastAnswerAtMs: number;
  p50Ms: number;
  p99Ms: number;
  /** When each request was written, in the order of their numbers; only with pauses. */
  sentAtMs: number[];
}

await serveParent(() => ({ answer: send, stop: () => {} }));

async function send(question: LoadQuestion): Promise<LoadAnswer> {
  const clients = await openClients(question);
  const sentAtMs: number[] = [];
  const durationsMs: number[] = [];
  const send = async (client: LoadClient, request: number) => {
    const startedAtMs = monotonicMs();
    sentAtMs[request] = startedAtMs;
    await client.send(question.first + request * question.shape.mailsPerRequest);
    durationsMs.push(monotonicMs() - startedAtMs);
  };
  let sent = 0;
  const keepSending = async (client: LoadClient) => {
    while (sent < question.requests) {
      await send(client, sent++);
      if (question.pauseMs !== undefined) await pause(question.pauseMs);
    }
  };
  await Promise.all(clients.map(keepSending));
  const lastAnswerAtMs = monotonicMs();
  for (const client of clients) client.close();
  return {
    firstSentAtMs: sentAtMs[0] ?? Number.NaN,
    lastAnswerAtMs,
    p50Ms: percentile(durationsMs, 0.5),
    p99Ms: percentile(durationsMs, 0.99),
    sentAtMs: question.pauseMs === undefined ? [] : sentAtMs,
  };
}

function openClients({ target, shape, htmlBytes, pauseMs }: LoadQuestion): Promise<LoadClient[]> {
  const count = pauseMs === undefined ? shape.connections : 1;
  const open = (client: number) => {
    if (target.protocol === 'smtp') return openSmtpClient({ port: target.port, htmlBytes });
    const { urls, headers } = target;
    return openHttpClient({ url: urls[client % urls.length] ?? '', headers, shape, htmlBytes });
  };
  return Promise.all(Array.from({ length: count }, (_, client) => open(client)));
}

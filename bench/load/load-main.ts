// The load generator: the clients of a run, in their own process. They send either as fast as they are answered, or one
// request at a time with a pause after each, so that the machine is idle in between.
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';
import type { LoadClient } from './client.ts';
import { type NumberedPosts, openHttpClient } from './http-client.ts';
import type { MailKind } from './mail-kind.ts';
import { percentile } from './percentile.ts';
import type { LoadShape } from './shape.ts';
import { openSmtpClient } from './smtp-client.ts';
import type { LoadLogin } from './smtp-session.ts';

/** Where a load is sent. */
export type LoadTarget =
  | {
      protocol: 'http';
      /** The APIs; the connections are divided evenly among them. */
      urls: string[];
      /** Sent with each request. */
      headers: Record<string, string>;
      /** If present, each request gets one of these paths, by its number, in place of posting a mail. */
      paths?: readonly string[];
      /** If present, each request posts the body with its number, in place of a mail. */
      posts?: NumberedPosts;
    }
  | {
      protocol: 'smtp';
      port: number;
      /** A DKIM key in PEM that signs each mail; if absent, none is signed. */
      privateKeyPem?: string;
      /** If present, each mail is a delivery report to the return path with its number. */
      returnPaths?: readonly string[];
      /** If present, each session logs in with it. */
      login?: LoadLogin;
      /** If present, a session ends after so many mails, and the next mail opens another one. */
      mailsPerSession?: number;
    };

/** A load to send. */
export interface LoadQuestion {
  target: LoadTarget;
  shape: LoadShape;
  htmlBytes: number;
  /** If absent, plain mails. */
  kind?: MailKind | undefined;
  /** Number of the first mail; the others are numbered from there. */
  first: number;
  requests: number;
  /** If present: one request at a time, with this pause after each. */
  pauseMs?: number;
}

/** The result of a load. Times are milliseconds of the machine's monotonic clock. */
export interface LoadAnswer {
  firstSentAtMs: number;
  lastAnswerAtMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** When each request was written, in the order of their numbers; only filled with pauses. */
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
    p95Ms: percentile(durationsMs, 0.95),
    p99Ms: percentile(durationsMs, 0.99),
    sentAtMs: question.pauseMs === undefined ? [] : sentAtMs,
  };
}

function openClients({ target, shape, htmlBytes, kind, pauseMs }: LoadQuestion): Promise<LoadClient[]> {
  const { domains } = shape;
  const count = pauseMs === undefined ? shape.connections : 1;
  const open = (client: number) => {
    if (target.protocol === 'smtp') return openSmtpClient({ ...target, htmlBytes, domains });
    const { urls, headers, paths, posts } = target;
    const url = urls[client % urls.length] ?? '';
    return openHttpClient({ url, headers, paths, posts, shape, htmlBytes, kind });
  };
  return Promise.all(Array.from({ length: count }, (_, client) => open(client)));
}

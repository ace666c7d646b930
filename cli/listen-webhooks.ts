// `posthorn webhooks listen`: prints the events of a server on this machine as they happen and forwards them to a
// program. It registers a webhook that points to itself, and removes it on every way in which it ends.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findSignatureProblem } from '../shared/resources/foundation/webhooks/signature.ts';
import { type Connection, callApi } from './call.ts';
import { CliFailure, foreignResponse, rejected } from './failure.ts';
import { forwardEvent } from './forward-event.ts';

/** The flags. */
export interface ListenInput {
  forwardTo: string;
  events: readonly string[];
}

/** What the command uses of its process. */
export interface ListenProcess {
  stdout: {
    write(text: string | Uint8Array): unknown;
    once(event: 'error' | 'drain', listener: () => void): unknown;
  };
  stderr: { write(text: string): unknown };
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** The registered webhook with its signing secret. */
interface Registered {
  id: string;
  signing_secret: string;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The largest accepted body; events have a few kilobytes. */
const BODY_MAX_BYTES = 1024 * 1024;

/** Listens until a signal stops the process or the reader of stdout leaves. @throws CliFailure */
export async function listenToWebhooks(
  connection: Connection,
  { forwardTo, events }: ListenInput,
  process: ListenProcess,
): Promise<void> {
  const target = readTarget(forwardTo);
  // From here on a signal ends the wait instead of the process, because the webhook may be registered already.
  const stopping = waitForStop(process);
  const server = createServer();
  try {
    const registered = register(connection, await listen(server), events);
    // The first event may arrive before the response that contains the secret.
    server.on('request', (request, response) => {
      receive({ request, response, target, registered, process }).catch(() => response.destroy());
    });
    const webhook = await registered;
    try {
      writeLine(process.stdout, webhook);
      await stopping.stopped;
    } finally {
      stopping.end();
      await callApi(connection, { ...NO_INPUT, method: 'DELETE', path: `/webhooks/${webhook.id}` });
    }
  } finally {
    stopping.end();
    server.closeAllConnections();
    server.close();
  }
}

const NO_INPUT = { query: {}, headers: {} };

function readTarget(text: string): URL {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw rejected('--forward-to takes a URL that begins with http:// or https://.');
  }
  return new URL(text);
}

/** @returns the URL of the receiver, which only this machine can reach */
async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function register(
  connection: Connection,
  endpointUrl: string,
  events: readonly string[],
): Promise<Registered> {
  const body = JSON.stringify({ endpoint_url: endpointUrl, events });
  return (await callApi(connection, { ...NO_INPUT, method: 'POST', path: '/webhooks', body })) as Registered;
}

/** `end` removes the signal handlers, so that a second Ctrl-C ends the process if the removal hangs. */
function waitForStop(process: ListenProcess): { stopped: Promise<void>; end(): void } {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  for (const signal of SIGNALS) process.on(signal, stop);
  process.stdout.once('error', stop);
  return {
    stopped,
    end() {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}

interface Receiving {
  request: IncomingMessage;
  response: ServerResponse;
  target: URL;
  registered: Promise<Registered>;
  process: ListenProcess;
}

/** Handles one request: refuses it if it is not signed, prints the event, forwards it and passes the response on. */
async function receive({ request, response, target, registered, process }: Receiving): Promise<void> {
  const body = await readBody(request);
  if (!body) return void response.writeHead(413).end();
  const { signing_secret: secret } = await registered;
  if (!isSigned(request, body, secret)) return void response.writeHead(401).end();
  writeLine(process.stdout, JSON.parse(body.toString('utf8')));
  try {
    const { status, headers, text } = await forwardEvent(target, body, request.headers);
    if (status < 200 || status > 299)
      complain(process, foreignResponse(status, `${target.href} responded with status ${status}.`));
    const retryAfter = headers['retry-after'];
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(text);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    complain(process, error);
    response.writeHead(502).end(error.message);
  }
}

/** @returns the body, undefined if it is too large */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isSigned({ headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const problem = findSignatureProblem({
    timestamp: String(headers['x-service-timestamp'] ?? ''),
    signature: String(headers['x-service-signature'] ?? ''),
    body,
    secret,
    nowSeconds: Math.floor(Date.now() / 1000),
  });
  return problem === undefined;
}

function writeLine(stream: { write(text: string): unknown }, value: unknown): void {
  stream.write(`${JSON.stringify(value)}\n`);
}

/** Reports an error with one event; listening continues. */
function complain({ stderr }: ListenProcess, failure: CliFailure): void {
  writeLine(stderr, failure.body);
}

// Requests of the application to itself, for tools that call operations: HTTP over a pair of streams in memory, through a
// server of the same application that listens to no port (node:http takes any stream as a connection). So everything
// that a request passes holds for them: authentication, limits, logs, validation.
import { createServer, type IncomingMessage, request as requestHttp, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import type { Express } from 'express';
import { answerMalformedHttp, type MalformedHttpDeps } from './malformed-http.ts';
import { messageClassesOf } from './message-classes.ts';
import { followAnswers } from './open-answers.ts';

/** A request to an operation. */
export interface InnerRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text. */
  body: string | undefined;
  /** Address of the client, as the connection shows it. */
  remoteAddress: string | undefined;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

/** An answer that was read whole. */
export interface InnerAnswer {
  status: number;
  contentType: string;
  /** X-Ignored-Parameters. */
  ignored: string | undefined;
  /** The body; undefined: it is larger than the caller allows. */
  text: string | undefined;
}

const servers = new WeakMap<Express, Server>();

/** The server to which it is sent. */
export interface InProcess extends MalformedHttpDeps {
  app: Express;
  /** Largest answer that is read. */
  maxBytes: number;
}

/**
 * Sends a request to the application and reads its answer.
 * @throws Error when the answer aborts
 */
export async function requestInProcess(
  { app, maxBytes, ...malformed }: InProcess,
  { method, path, headers, body, remoteAddress, signal }: InnerRequest,
): Promise<InnerAnswer> {
  const [ours, theirs] = duplexPair();
  // The rate limit counts by it, as express reads it.
  Object.assign(theirs, { remoteAddress });
  // One stream does not know that the other has been destroyed. As over a network, a client that disconnects ends its
  // request, or what that holds would never be released, and a server that aborts fails the request.
  ours.once('close', () => theirs.destroy());
  theirs.once('close', () => {
    if (!theirs.writableFinished) ours.destroy(new Error('The answer broke off.'));
  });
  serverOf(app, malformed).emit('connection', theirs);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    requestHttp({ method, path, headers: framed(headers, body), signal, createConnection: () => ours })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
  const { statusCode: status = 0, headers: answered } = response;
  return {
    status,
    contentType: answered['content-type'] ?? '',
    ignored: answered['x-ignored-parameters']?.toString(),
    text: await readText(response, maxBytes),
  };
}

/** Node sends no length for the body of a DELETE, which would then be read as the next request. */
function framed(headers: InnerRequest['headers'], body: string | undefined): InnerRequest['headers'] {
  return body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
}

function serverOf(app: Express, malformed: MalformedHttpDeps): Server {
  const known = servers.get(app);
  if (known) return known;
  const server = createServer(messageClassesOf(app), app);
  // A query that is too long for HTTP never reaches the application.
  answerMalformedHttp(server, followAnswers(server), malformed);
  servers.set(app, server);
  return server;
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the response, and with it the request.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}

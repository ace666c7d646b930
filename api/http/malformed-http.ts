// Answers malformed HTTP. A request that Node's parser refuses never reaches Express, so the same error object is
// written to the socket directly. Then the connection is closed, because the following bytes cannot be trusted.
import type { Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import type { Ids } from '../../shared/platform/time/ids.ts';
import { toErrorBody } from '../middleware/errors.ts';
import { REQUEST_ID_HEADER } from '../middleware/request-id.ts';
import type { OpenAnswers } from './open-answers.ts';

/** How long the client may read the response before the connection is destroyed. */
const LINGER_MS = 1_000;
/** Messages by the parser's error code; all other codes get NOT_HTTP. */
const MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};
const NOT_HTTP = 'The request is not valid HTTP.';

/** The contents of the answers. */
export interface MalformedHttpDeps {
  ids: Ids;
  /** Address of the service, below which its errors have pages. */
  publicUrl: string;
}

/** Makes a server answer malformed HTTP with an error object. */
export function answerMalformedHttp(
  server: Server,
  answers: OpenAnswers,
  { ids, publicUrl }: MalformedHttpDeps,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const gone = error.code === 'ECONNRESET' || !socket.writable;
    if (gone || answers.on(socket)?.headersSent) socket.destroy();
    else sendError(socket, ids.next(), refusalOf(error, publicUrl));
  });
}

function refusalOf({ code = '' }: NodeJS.ErrnoException, publicUrl: string): ErrorBody {
  return toErrorBody(new DomainError('validation_error', MESSAGES[code] ?? NOT_HTTP), publicUrl);
}

function sendError(socket: Duplex, requestId: string, error: ErrorBody): void {
  const body = JSON.stringify(error);
  const head = [
    `HTTP/1.1 ${error.statusCode} ${STATUS_CODES[error.statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

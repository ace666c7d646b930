// Writes the end of a response, and discards the rest of a request body after an early one: most refusals do not read
// the body, and some are made in the middle of it. A client that is still sending must receive its response, and its
// connection must stay usable. So the rest is read and discarded, up to the size of the largest allowed body, and the
// connection serves the next request. If the client asked for the connection to be closed, or the body is known to be
// longer, the response ends after the rest: a socket that is closed before resets the connection, and the client may
// lose the response (RFC 9112 §9.6). If the body has stopped arriving, the connection is closed at once.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { SEND_BODY_MAX_BYTES } from '../../shared/contract/limits.ts';
import { BodyThroughput, hasStalled } from './body-throughput.ts';

/** Most bytes that are read only to be discarded. */
const DROPPED_MAX_BYTES = SEND_BODY_MAX_BYTES;
/** How long a client that sends more than that may take to read its response. */
const LINGER_MS = 2_000;

/** Writes a complete response; headers that were set before stay. */
export function answerInFull(
  response: ServerResponse,
  statusCode: number,
  headers: OutgoingHttpHeaders,
  text: string | Buffer,
): void {
  const request = response.req as Request;
  const rest = restOf(request);
  response.writeHead(statusCode, {
    ...headers,
    'Content-Length': Buffer.byteLength(text),
    ...((rest === 'stalled' || rest === 'too long') && { Connection: 'close' }),
  });
  if (rest === 'stalled' || rest === 'none') {
    // Node joins a string with the headers in one packet; a Buffer would be written separately.
    response.end(text);
  } else if (rest === 'too long' || !response.shouldKeepAlive || response.hasHeader('Connection')) {
    response.write(text);
    dropRest(request, () => response.end(), rest === 'too long' ? LINGER_MS : undefined);
  } else {
    response.end(text);
    dropRest(request);
  }
}

/** The state of the rest of a body. */
function restOf(request: Request): 'none' | 'stalled' | 'too long' | 'arriving' {
  if (request.complete || request.destroyed) return 'none';
  if (hasStalled(request)) return 'stalled';
  return Number(request.headers['content-length']) > DROPPED_MAX_BYTES ? 'too long' : 'arriving';
}

/**
 * Reads and discards the rest of a body.
 * @param end called when the rest is discarded, or after this time
 */
function dropRest(request: Request, end?: () => void, lingerMs?: number): void {
  const { socket } = request;
  if (socket.destroyed) {
    end?.();
    return;
  }
  const breakOff = () => socket.destroy();
  const throughput = new BodyThroughput(request, breakOff);
  let dropped = 0;
  const drop = ({ length }: Buffer) => {
    dropped += length;
    throughput.count(length);
    if (dropped > DROPPED_MAX_BYTES) breakOff();
  };
  const stop = () => {
    throughput.stop();
    clearTimeout(timer);
    request.off('data', drop).off('end', stop);
    socket.off('close', stop);
    end?.();
  };
  const timer = lingerMs === undefined ? undefined : setTimeout(stop, lingerMs);
  throughput.start();
  socket.once('close', stop);
  request.on('data', drop).once('end', stop).resume();
}

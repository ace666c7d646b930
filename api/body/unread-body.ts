// Discards the rest of a request body after an early response: most refusals do not read the body, and some come in
// the middle of it. A client that is still sending must receive its response, and its connection must stay usable. So
// the rest is read and discarded, up to the size of the largest allowed body, and the connection serves the next
// request. If the body is known to be longer, or has stopped arriving, the connection is closed.
import type { Request } from 'express';
import { SEND_BODY_MAX_BYTES } from '../../shared/contract/limits.ts';
import { BodyArrival, hasStalled } from './body-arrival.ts';

/** Most bytes that are read only to be discarded. */
const DROPPED_MAX_BYTES = SEND_BODY_MAX_BYTES;
/** How long a client that sends more than that may take to read its response. */
const LINGER_MS = 2_000;

/** What happens to the connection: nothing is left to read, the rest is discarded, or it is closed (now or soon). */
export type AfterAnswer = 'goes on' | 'drops' | 'closes' | 'lingers';

/** Chooses what happens to the connection. Call it before the response is written. */
export function afterAnswer(request: Request): AfterAnswer {
  if (request.complete || request.destroyed) return 'goes on';
  if (hasStalled(request)) return 'closes';
  return Number(request.headers['content-length']) > DROPPED_MAX_BYTES ? 'lingers' : 'drops';
}

/**
 * Reads and discards the rest of a body.
 * @param end ends the response of a connection that lingers: called when the rest is discarded, or after LINGER_MS
 */
export function dropRest(request: Request, end?: () => void): void {
  const { socket } = request;
  if (socket.destroyed) {
    end?.();
    return;
  }
  const breakOff = () => socket.destroy();
  const arrival = new BodyArrival(request, breakOff);
  let dropped = 0;
  const drop = ({ length }: Buffer) => {
    dropped += length;
    arrival.count(length);
    if (dropped > DROPPED_MAX_BYTES) breakOff();
  };
  const stop = () => {
    arrival.stop();
    clearTimeout(timer);
    request.off('data', drop);
    socket.off('close', stop);
    end?.();
  };
  const timer = end && setTimeout(end, LINGER_MS);
  arrival.start();
  socket.once('close', stop);
  request.on('data', drop).once('end', stop).resume();
}

// What becomes of a body that was not read to its end when its request is answered: most refusals need none of it, and
// some come in its middle. A client that is still writing must get its answer and must not be left with a connection on
// which nothing happens any more. So the rest is read and dropped, as much as the largest body could have had, and the
// connection serves the next request. What is known to be longer, or has stopped arriving, ends its connection.
import type { Request } from 'express';
import { SEND_BODY_MAX_BYTES } from '../../shared/contract/limits.ts';
import { BodyArrival, hasStalled } from './body-arrival.ts';

/** Most bytes that are read for nothing. */
const DROPPED_MAX_BYTES = SEND_BODY_MAX_BYTES;
/** How long a client that writes more than that may take to read its answer. */
const LINGER_MS = 2_000;

/** What is done with a connection after an answer: nothing is left to read, or the rest is dropped, or it ends. */
export type AfterAnswer = 'goes on' | 'drops' | 'closes' | 'lingers';

/** Decides that, before the answer is written. */
export function afterAnswer(request: Request): AfterAnswer {
  if (request.complete || request.destroyed) return 'goes on';
  if (hasStalled(request)) return 'closes';
  return Number(request.headers['content-length']) > DROPPED_MAX_BYTES ? 'lingers' : 'drops';
}

/**
 * Reads and drops what is left of a body.
 * @param end ends the answer of a connection that lingers: called when nothing more is dropped, and soon in any case
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

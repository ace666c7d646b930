// Answers with server-sent events (`text/event-stream`), for results that arrive in pieces. A failure before the first
// event is answered like any error; later it is an event `error`.
import { PassThrough } from 'node:stream';
import { Content } from '../reply.ts';

/** Sends an event. @param data becomes JSON */
export type SendEvent = (name: string, data: object) => void;

/**
 * Makes an answer of the events that are sent while work is done. How much is sent the work has to bound: what a client has not
 * read yet waits in memory.
 * @param explain makes the data of the event `error`
 * @throws what the work throws before its first event
 */
export async function eventStream(
  work: (send: SendEvent) => Promise<void>,
  explain: (error: unknown) => object,
): Promise<Content> {
  const events = new PassThrough();
  let hasBegun = false;
  await new Promise<void>((resolve, reject) => {
    const send: SendEvent = (name, data) => {
      hasBegun = true;
      if (!events.destroyed) events.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      resolve();
    };
    const fail = (error: unknown) => {
      if (!hasBegun) reject(error);
      else if (!events.destroyed) send('error', explain(error));
    };
    work(send)
      .catch(fail)
      .finally(() => events.end());
  });
  return new Content('text/event-stream; charset=utf-8', events);
}

// An endpoint of webhooks: a real HTTP server that keeps every request byte for byte and answers as a test wants.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startHttpServer } from './http-server.ts';

/** A request as it came. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The client's port: one for each connection. */
  port: number | undefined;
  at: number;
}

/** Answers a request; one that does nothing hangs. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** A running endpoint. */
export interface WebhookReceiver {
  readonly url: string;
  /** In the order in which they came. */
  readonly requests: ReceivedRequest[];
  /** How it answers from now on; 200 at first. */
  answer: Answer;
  close(): Promise<void>;
}

/** Answers with a status, and with headers if any. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** Takes the request and never answers. */
export const hang: Answer = () => {};

/** Starts an endpoint on a free port of this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  const server = await startHttpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      port: request.socket.remotePort,
      at: performance.now(),
    };
    requests.push(received);
    receiver.answer(response, received);
  });
  const receiver: WebhookReceiver = {
    url: `${server.url}/hook`,
    requests,
    answer: answerWith(200),
    close: () => server.close(),
  };
  return receiver;
}

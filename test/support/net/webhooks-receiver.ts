// A webhook endpoint for tests: a real HTTP server that keeps every request byte for byte and answers as a test wants.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startHttpServer } from './http-server.ts';

/** A received request. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The client's port, which is different for each connection. */
  port: number | undefined;
  at: number;
}

/** Answers a request; a handler that does nothing makes it hang. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** A running endpoint. */
export interface WebhookReceiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly requests: ReceivedRequest[];
  /** Sets its handler for the next requests; the default answers 200. */
  answer: Answer;
  close(): Promise<void>;
}

/** Answers with a status, and with headers if any. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** Reads the request and never answers. */
export const hang: Answer = () => {};

/** Starts an endpoint on a free port of this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  const server = await startHttpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const received = {
      method: request.method ?? '',
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

/** Answers with 200 when the test says so. */
export function answerLater(): { answer: Answer; release(): void } {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    answer(response) {
      if (isOpen) response.end();
      else waiting.push(() => response.end());
    },
    release() {
      isOpen = true;
      for (const end of waiting.splice(0)) end();
    },
  };
}

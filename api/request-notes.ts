// What a request's log will tell that only those know who answer it. Kept by the response, so that nothing outlives it.
import type { ServerResponse } from 'node:http';

/** What is noted while a request is answered. */
export interface Exchange {
  /** What was answered, or its JSON. */
  answer?: object | string;
  /** The email that now holds `html` and `text` of the request's body. */
  contentId?: string;
}

const exchanges = new WeakMap<ServerResponse, Exchange>();

/** Begins the notes of a request that is logged. */
export function beginExchange(response: ServerResponse): Exchange {
  const exchange: Exchange = {};
  exchanges.set(response, exchange);
  return exchange;
}

/** Notes the answer. */
export function noteAnswer(response: ServerResponse, answer: object | string): void {
  const exchange = exchanges.get(response);
  if (exchange) exchange.answer = answer;
}

/** Notes that an email was stored with the `html` and `text` of the request's body. */
export function noteContents(response: ServerResponse, emailId: string): void {
  const exchange = exchanges.get(response);
  if (exchange) exchange.contentId = emailId;
}

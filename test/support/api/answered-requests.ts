// Which request an answer answers: tests pass answers around without it, and the examples of the documentation show both.
import type { Test } from 'supertest';

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** With the query. */
  path: string;
  body: unknown;
}

const requests = new WeakMap<object, AnsweredRequest>();

/** A plugin of superagent that remembers the requests of an agent. */
export function rememberRequest(request: Test): void {
  request.on('response', ({ body }: { body: unknown }) => {
    // What is JSON but no object answers no operation.
    if (typeof body !== 'object' || body === null) return;
    const { method, data } = request.toJSON() as { method: string; data?: unknown };
    const { pathname, search } = new URL(request.url);
    requests.set(body, { method, path: `${pathname}${search}`, body: data });
  });
}

/** @param answer the body of an answer, the object itself */
export function requestOfAnswer(answer: unknown): AnsweredRequest | undefined {
  return typeof answer === 'object' && answer !== null ? requests.get(answer) : undefined;
}

// Reads the log of one request through the API, as its account does. Waits for it: logs are written shortly after the
// answer.
import type { TestApp } from '../../support/api/app.ts';
import { eventually } from '../../support/time/eventually.ts';

let requests = 0;

/** An X-Request-Id by which a test finds its log. */
export function newRequestId(): string {
  requests += 1;
  return `logged-${process.pid}-${requests}.`;
}

/** The log of a request, as GET /logs/:id answers it. */
export async function logOf(app: TestApp, token: string, requestId: string) {
  const id = await eventually(`the log of ${requestId}`, async () => {
    const { body } = await app.as(token).get('/logs').query({ q: requestId });
    return body.data[0]?.id as string | undefined;
  });
  return (await app.as(token).get(`/logs/${id}`)).body;
}

// The webhook endpoints of a long run, on one server: one answers, and the other one fails each message once.
import type { StoredEmail } from '../flows/support/evidence.ts';
import { createWebhook } from '../support/factories/factories.ts';
import { startHttpServer } from '../support/net/http-server.ts';
import type { World } from './world.ts';

const FAILING = '/failing';

/** Both endpoints. */
export type Endpoints = Awaited<ReturnType<typeof startEndpoints>>;

/** Starts both, with the webhooks that lead to them. */
export async function startEndpoints({ database, accountId }: World) {
  const counts: Record<string, number> = {};
  /** Id of an email → how many of its deliveries the endpoint has heard of. */
  const delivered = new Map<string, number>();
  /** Subject of a received email → its id. */
  const received = new Map<string, string>();
  const failedOnce = new Set<string>();
  const server = await startHttpServer(async (request, response) => {
    const { id, type, data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (request.url === FAILING) {
      // The second attempt is answered; what comes once more after that, because its worker had died, fails again.
      const isSecond = failedOnce.delete(id);
      if (!isSecond) failedOnce.add(id);
      return response.writeHead(isSecond ? 200 : 500).end();
    }
    counts[type] = (counts[type] ?? 0) + 1;
    if (type === 'email.delivered') delivered.set(data.email_id, (delivered.get(data.email_id) ?? 0) + 1);
    if (type === 'email.received') received.set(data.subject, data.email_id);
    return response.end();
  });
  const endpointUrl = `${server.url}${FAILING}`;
  await createWebhook(database, accountId, { endpointUrl: server.url });
  await createWebhook(database, accountId, { endpointUrl, events: ['email.delivered'] });
  return {
    counts,
    received,
    isNotified: ({ id, recipients }: StoredEmail) =>
      (delivered.get(id) ?? 0) >= recipients.filter(({ state }) => state === 'delivered').length,
    forget: (emails: readonly StoredEmail[]) => emails.forEach(({ id }) => void delivered.delete(id)),
    close: () => server.close(),
  };
}

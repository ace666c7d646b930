// The webhook endpoints of a long run, on one server: one answers, and the other one fails some messages once. One that failed every
// message would be left in peace for longer and longer, and its messages would pile up for three days.
import type { StoredEmail } from '../flows/support/evidence.ts';
import { createWebhook } from '../support/factories/factories.ts';
import { startHttpServer } from '../support/net/http-server.ts';
import type { World } from './world.ts';

const FAILING = '/failing';
/** One of so many first attempts fails. */
const FAILS_EACH = 20;

/** Both endpoints. */
export type Endpoints = Awaited<ReturnType<typeof startEndpoints>>;

/** Starts both, with the webhooks that lead to them. */
export async function startEndpoints({ database, accountId }: World) {
  const counts: Record<string, number> = {};
  /** Id of an email → how many of its deliveries the endpoint has heard of. */
  const delivered = new Map<string, number>();
  /** Subject of a received email → its id. */
  const received = new Map<string, string>();
  const isFailing = failsSome();
  const server = await startHttpServer(async (request, response) => {
    const { id, type, data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (request.url === FAILING) return response.writeHead(isFailing(id) ? 500 : 200).end();
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

/** @returns whether the attempt at a message fails: its first one, of some messages */
function failsSome() {
  const failed = new Set<string>();
  let asked = 0;
  return (id: string): boolean => {
    if (failed.delete(id)) return false;
    asked += 1;
    const fails = asked % FAILS_EACH === 0;
    if (fails) failed.add(id);
    return fails;
  };
}

// Completes the chains of opens and clicks: what follows from the mail of a run follows from all that has led to the run.
// Without that, two automations that start when a person opens mail would start each other for ever. The mail names its
// run, which only automations know.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ContactEvent } from '../../../audience/contact-events/contact-listener.ts';

/** Chains do not change, so the runs need no lock. The event of a mail whose run was removed keeps the chain that it has. */
export async function withChainsOfMail(
  client: Transaction,
  events: readonly ContactEvent[],
): Promise<readonly ContactEvent[]> {
  const runIds = [...new Set(events.flatMap(({ mailRunId }) => mailRunId ?? []))];
  if (runIds.length === 0) return events;
  const { rows } = await client.query<{ id: string; chain: string[] }>({
    name: 'find-chains-of-runs',
    text: 'SELECT id, chain || automation_id AS chain FROM automation_runs WHERE id = ANY($1::uuid[])',
    values: [runIds],
  });
  const chainOf = new Map(rows.map(({ id, chain }) => [id, chain]));
  return events.map((event) => ({ ...event, chain: chainOf.get(event.mailRunId ?? '') ?? event.chain }));
}

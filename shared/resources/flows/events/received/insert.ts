// Stores received events, with what they have started.
import { textArray } from '../../../../platform/db/text-array.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ReceivedEvent } from './received-event.ts';

const INSERT = `
  INSERT INTO received_events (id, account_id, domain_id, contact_id, name, payload, outcomes, waits_resolved,
                               created_at)
  SELECT id, account_id, domain_id, contact_id, name, payload::json, outcomes::jsonb, waits_resolved, created_at
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::integer[],
              $9::timestamptz[])
    AS event (id, account_id, domain_id, contact_id, name, payload, outcomes, waits_resolved, created_at)`;

/** Inserts events. */
export async function insertReceivedEvents(
  client: Transaction,
  events: readonly ReceivedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query({
    name: 'insert-received-events',
    text: INSERT,
    values: [
      events.map(({ id }) => id),
      events.map(({ accountId }) => accountId),
      events.map(({ domainId }) => domainId),
      events.map(({ contactId }) => contactId),
      events.map(({ name }) => name),
      textArray(events.map(({ payload }) => (payload === null ? null : JSON.stringify(payload)))),
      textArray(events.map(({ outcomes }) => JSON.stringify(outcomes.map(toStored)))),
      events.map(({ waitsResolved }) => waitsResolved),
      events.map(({ createdAt }) => createdAt),
    ],
  });
}

function toStored({ automationId, runId, reason }: ReceivedEvent['outcomes'][number]) {
  return { automation_id: automationId, run_id: runId, reason };
}

// Stores received events, with what they have started.
import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ReceivedEvent } from './received-event.ts';

const COLUMNS: SentColumns<ReceivedEvent> = {
  id: column('uuid', ({ id }) => id),
  account_id: column('uuid', ({ accountId }) => accountId),
  domain_id: column('uuid', ({ domainId }) => domainId),
  contact_id: column('uuid', ({ contactId }) => contactId),
  name: column('text', ({ name }) => name),
  payload: column('json', ({ payload }) => payload),
  outcomes: column('jsonb', ({ outcomes }) => outcomes.map(toStored)),
  waits_resolved: column('integer', ({ waitsResolved }) => waitsResolved),
  created_at: column('time', ({ createdAt }) => createdAt),
};

const SENT = sentRows([COLUMNS]);
const INSERT = SENT.insertInto('received_events', COLUMNS);

/** Inserts events. */
export async function insertReceivedEvents(
  client: Transaction,
  events: readonly ReceivedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query({ name: 'insert-received-events', text: INSERT, values: SENT.values(events) });
}

function toStored({ automationId, runId, reason }: ReceivedEvent['outcomes'][number]) {
  return { automation_id: automationId, run_id: runId, reason };
}

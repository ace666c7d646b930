// Chooses which changes of contacts concern automations: those that are the trigger of one, or for which a run waits.
// Most accounts have no automations: for them one look-up is all.
import { SERVICE_EVENTS } from '../../../../contract/events/values.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { AnnouncedChange } from '../../../audience/contact-events/contact-listener.ts';

/** SQL: whether the account `$1` has an automation, whose runs may wait for one of the events. */
export const HAS_AUTOMATIONS =
  'EXISTS (SELECT FROM automations WHERE account_id = $1 AND deleted_at IS NULL)';

const FIND_LISTENING = `
  SELECT EXISTS (SELECT FROM automations
                 WHERE account_id = $1 AND trigger = ANY($2::text[]) AND deleted_at IS NULL) AS "byTrigger",
         ${HAS_AUTOMATIONS} AS "byRun"`;

/** Chooses what may start a run, or what a run may wait for. A contact that is created has no runs. */
export async function chooseListened(
  client: Transaction,
  accountId: string,
  happened: readonly AnnouncedChange[],
): Promise<readonly AnnouncedChange[]> {
  const events = happened.filter(({ name }) => (SERVICE_EVENTS as readonly string[]).includes(name));
  if (events.length === 0) return [];
  const { rows } = await client.query<{ byTrigger: boolean; byRun: boolean }>({
    name: 'find-listening-automations',
    text: FIND_LISTENING,
    values: [accountId, namesOf(events)],
  });
  const [{ byTrigger, byRun } = { byTrigger: false, byRun: false }] = rows;
  if (byTrigger) return events;
  const created = new Set(
    events.flatMap(({ name, contactId }) => (name === 'contact.created' ? [contactId] : [])),
  );
  const known = events.filter(({ contactId }) => !created.has(contactId));
  return byRun && known.length > 0 ? await whereRunsWait(client, known) : [];
}

async function whereRunsWait(
  client: Transaction,
  events: readonly AnnouncedChange[],
): Promise<AnnouncedChange[]> {
  const { rows } = await client.query<{ contactId: string }>({
    name: 'find-contacts-with-waiting-runs',
    text: `SELECT DISTINCT contact_id AS "contactId" FROM automation_runs
           WHERE contact_id = ANY($1::uuid[]) AND status = 'running' AND listens && $2::text[]`,
    values: [[...new Set(events.map(({ contactId }) => contactId))], namesOf(events)],
  });
  const waiting = new Set(rows.map(({ contactId }) => contactId));
  return events.filter(({ contactId }) => waiting.has(contactId));
}

function namesOf(events: readonly AnnouncedChange[]): string[] {
  return [...new Set(events.map(({ name }) => name))];
}

// Finds the parties of events: their contacts, which are locked first, the automations with their triggers, and the runs
// of the contacts. It needs one round trip; each statement sees what was committed before it began, so the runs are seen
// after their contact is locked. Every start of a run takes that lock.
import { uuidArrayLiteral } from '../../../../platform/db/parameters/array-literal.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { type IncomingEvent, keyOf } from '../../events/incoming-event.ts';
import type { Answers, Reentry } from '../graph/graph.ts';

/** A contact that is locked until the end of the transaction, or that the transaction has created. */
export interface AffectedContact {
  id: string;
  emailKey: string;
  audienceId: string;
}

/** An automation whose trigger is one of the events. If it is stopped before the commit, its runs have the old epoch. */
export interface TriggeredAutomation {
  id: string;
  accountId: string;
  domainId: string;
  audienceId: string;
  trigger: string;
  isEnabled: boolean;
  reentry: Reentry;
  answers: Answers;
  versionId: string | null;
  epoch: number;
  /** Runs of the account in 30 days; null: no limit. */
  runLimit: number | null;
}

/** The runs of a contact in an automation. */
export interface AffectedRuns {
  automationId: string;
  contactId: string;
  /** How many are active. */
  active: number;
  /** Active runs that wait, or will wait, for one of the events. */
  listening: string[];
  /** Runs that were stopped, but are not written as cancelled yet, and still occupy the slot of the only run. */
  stale: string[];
}

/** The parties of events. */
export interface Affected {
  /** Contacts by id. */
  contacts: ReadonlyMap<string, AffectedContact>;
  automations: readonly TriggeredAutomation[];
  runs: readonly AffectedRuns[];
}

/** Reads the parties of events, and locks their contacts (docs/architecture/guarantees.md#lock-order). */
export async function findAffected(client: Transaction, events: readonly IncomingEvent[]): Promise<Affected> {
  const created = new Map<string, AffectedContact>();
  for (const event of events)
    if (event.kind === 'service' && event.name === 'contact.created') {
      const { contactId: id, emailKey, audienceId } = event;
      created.set(id, { id, emailKey, audienceId });
    }
  const known = events.filter(({ contactId }) => !created.has(contactId));
  const [locked, automations, runs] = await Promise.all([
    lockContacts(client, known),
    findTriggered(client, events),
    findRunsOfContacts(
      client,
      unique(known.map(({ contactId }) => contactId)),
      unique(known.map(({ name }) => name)),
    ),
  ]);
  return {
    contacts: new Map([...created, ...locked.map((each) => [each.id, each] as const)]),
    automations,
    runs,
  };
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** A contact that the transaction has created needs no lock: no other transaction sees it. */
const LOCK_CONTACTS = `
  SELECT id, email_key AS "emailKey", audience_id AS "audienceId" FROM contacts WHERE id = ANY($1::uuid[])
  ORDER BY account_id, email_key, audience_id FOR NO KEY UPDATE`;

async function lockContacts(
  client: Transaction,
  events: readonly IncomingEvent[],
): Promise<AffectedContact[]> {
  if (events.length === 0) return [];
  const { rows } = await client.query<AffectedContact>({
    name: 'lock-contacts-of-events',
    text: LOCK_CONTACTS,
    values: [uuidArrayLiteral(unique(events.map(({ contactId }) => contactId)))],
  });
  return rows;
}

/**
 * The rows of the domains are locked against a move to another audience: either it sees the runs that start, or the audience
 * is read after it.
 */
const FIND_TRIGGERED = `
  SELECT automation.id, automation.account_id AS "accountId", domain_id AS "domainId",
         domains.audience_id AS "audienceId", trigger, automation.status = 'enabled' AS "isEnabled", reentry,
         answers, version_id AS "versionId", epoch, automation_run_limit AS "runLimit"
  FROM automations AS automation
  JOIN domains ON domains.id = domain_id
  JOIN accounts ON accounts.id = automation.account_id JOIN plans ON plans.id = plan_id
  WHERE automation.id = ANY(ARRAY(
      SELECT id FROM unnest($1::uuid[], $2::text[]) AS sent (domain_id, trigger)
      JOIN automations USING (domain_id, trigger) WHERE deleted_at IS NULL
      UNION
      SELECT id FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS happened (account_id, audience_id, trigger)
      JOIN automations USING (account_id, audience_id, trigger)
      WHERE deleted_at IS NULL AND domain_id IS NOT NULL
      UNION
      SELECT * FROM unnest($6::uuid[])))
    AND deleted_at IS NULL
  ORDER BY automation.id
  FOR KEY SHARE OF domains`;

async function findTriggered(
  client: Transaction,
  events: readonly IncomingEvent[],
): Promise<TriggeredAutomation[]> {
  const sent = new Map<string, [string, string]>();
  const happened = new Map<string, [string, string, string]>();
  const named = new Set<string>();
  for (const each of events)
    if (each.kind === 'custom') sent.set(keyOf(each.domainId, each.name), [each.domainId, each.name]);
    else if (each.kind === 'batch') named.add(each.automationId);
    else happened.set(keyOf(each.audienceId, each.name), [each.accountId, each.audienceId, each.name]);
  const { rows } = await client.query<TriggeredAutomation>({
    name: 'find-triggered-automations',
    text: FIND_TRIGGERED,
    values: [...columns(2, [...sent.values()]), ...columns(3, [...happened.values()]), [...named]],
  });
  return rows;
}

const columns = (width: number, rows: readonly (readonly string[])[]) =>
  Array.from({ length: width }, (_, place) => rows.map((row) => row[place]));

/**
 * Runs of an older epoch are cancelled. What a run listens to becomes less with each move, so the runs that listen when
 * they are locked are among these.
 */
const FIND_RUNS = `
  SELECT automation.id AS "automationId", contact_id AS "contactId",
         count(*) FILTER (WHERE run.epoch = automation.epoch)::integer AS active,
         coalesce(array_agg(run.id) FILTER (WHERE run.epoch = automation.epoch AND listens && $2::text[]), '{}')
           AS listening,
         coalesce(array_agg(run.id) FILTER (WHERE run.epoch <> automation.epoch AND is_exclusive), '{}') AS stale
  FROM automation_runs AS run JOIN automations AS automation ON automation.id = run.automation_id
  WHERE contact_id = ANY($1::uuid[]) AND run.status = 'running' AND deleted_at IS NULL
  GROUP BY automation.id, contact_id`;

/** Reads the active runs of contacts, which the transaction has locked. @param names of events for which they may listen */
export async function findRunsOfContacts(
  client: Transaction,
  contactIds: readonly string[],
  names: readonly string[],
): Promise<AffectedRuns[]> {
  if (contactIds.length === 0) return [];
  const { rows } = await client.query<AffectedRuns>({
    name: 'find-runs-of-contacts',
    text: FIND_RUNS,
    values: [uuidArrayLiteral(contactIds), names],
  });
  return rows;
}

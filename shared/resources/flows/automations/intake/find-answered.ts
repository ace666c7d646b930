// Finds when automations were last started for contacts by what a received email has led to.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** A contact whose email an automation has answered. */
export interface Answered {
  automationId: string;
  contactId: string;
  /** When the last run started. */
  at: Date;
}

/** Reads when each of the contacts, which the transaction has locked, was last answered. @returns those that were, in no order */
export async function findAnswered(
  client: Transaction,
  asked: readonly Omit<Answered, 'at'>[],
): Promise<Answered[]> {
  if (asked.length === 0) return [];
  const { rows } = await client.query<Answered>({
    name: 'find-answered-contacts',
    text: `SELECT automation_id AS "automationId", contact_id AS "contactId", last.at
           FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[])) AS asked (automation_id, contact_id)
           CROSS JOIN LATERAL (
             SELECT created_at AS at FROM automation_runs AS run
             WHERE run.automation_id = asked.automation_id AND run.contact_id = asked.contact_id AND hops IS NOT NULL
             ORDER BY created_at DESC LIMIT 1) AS last`,
    values: [asked.map(({ automationId }) => automationId), asked.map(({ contactId }) => contactId)],
  });
  return rows;
}

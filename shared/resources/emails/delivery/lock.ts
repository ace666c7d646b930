// The lock on emails that every change of their status takes: in id order, before anything else of the email, so
// that two writers of several emails never wait for each other in a circle (design rule 3).
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Locks emails until the transaction ends. @returns the domain of each, by its id */
export async function lockEmails(
  transaction: Transaction,
  emailIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ id: string; domainId: string }>({
    name: 'lock-emails',
    text: `SELECT id, domain_id AS "domainId" FROM emails
           WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [emailIds],
  });
  return new Map(rows.map(({ id, domainId }) => [id, domainId]));
}

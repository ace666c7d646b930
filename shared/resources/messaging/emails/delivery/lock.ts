// The lock that every change of an email's status takes: in id order, before any other row of the email, so that two
// transactions with several emails cannot deadlock (docs/architecture/guarantees.md#lock-order).
import type { Transaction } from '../../../../platform/db/transaction.ts';

/**
 * Locks emails until the transaction ends.
 * @returns email id → id of its domain
 */
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

// Reads one import of an account.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { CONTACT_IMPORT_COLUMNS, type ContactImport } from './contact-import.ts';

/**
 * Reads an import.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireContactImport(
  database: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<ContactImport> {
  const { rows } = await database.query<ContactImport>({
    name: 'find-contact-import',
    text: `SELECT ${CONTACT_IMPORT_COLUMNS} FROM contact_imports WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Import');
  return rows[0];
}

// The From of a domain's automations that name none, such as `Acme <hello@acme.dev>`.
import { DomainError } from '../../../../contract/domain-error.ts';
import { parseMailbox } from '../../../../mail/addresses.ts';
import { trimAddress } from '../../../../mail/invisible-characters.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';

/** @throws DomainError `validation_error` for a text that is not a mailbox of the domain */
export function requireDefaultFrom(text: string | null, domain: string): string | null {
  if (text === null) return null;
  if (parseMailbox(text)?.domain === domain) return trimAddress(text);
  throw new DomainError(
    'validation_error',
    `\`default_from\` must be \`email@${domain}\` or \`Name <email@${domain}>\`.`,
    { field: 'default_from' },
  );
}

/** Reads the From of a domain. @param domainId null: it was deleted */
export async function findDefaultFrom(database: Queryable, domainId: string | null): Promise<string | null> {
  if (domainId === null) return null;
  const { rows } = await database.query<{ defaultFrom: string | null }>({
    name: 'find-default-from',
    text: 'SELECT default_from AS "defaultFrom" FROM domains WHERE id = $1',
    values: [domainId],
  });
  return rows[0]?.defaultFrom ?? null;
}

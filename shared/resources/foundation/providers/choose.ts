// Operators choose the provider of a domain, an account or a lane (choice.ts says which choice counts).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { requireProvider } from './change.ts';

/** The mail that the choice is for; at least one is not null, and at most one of domain and account. */
export interface ProviderChoice {
  domainId: string | null;
  accountId: string | null;
  lane: 'transactional' | 'campaign' | null;
}

/** @throws DomainError `not_found` */
export async function setProviderChoice(
  database: Queryable,
  name: string,
  { domainId, accountId, lane }: ProviderChoice,
): Promise<void> {
  await requireProvider(database, name);
  await database.query(
    `INSERT INTO provider_choices (provider, domain_id, account_id, lane) VALUES ($1, $2, $3, $4)
     ON CONFLICT (domain_id, account_id, lane) DO UPDATE SET provider = excluded.provider`,
    [name, domainId, accountId, lane],
  );
}

/** @throws DomainError `not_found` where none was chosen */
export async function removeProviderChoice(
  database: Queryable,
  { domainId, accountId, lane }: ProviderChoice,
): Promise<void> {
  const { rowCount } = await database.query(
    `DELETE FROM provider_choices
     WHERE domain_id IS NOT DISTINCT FROM $1 AND account_id IS NOT DISTINCT FROM $2 AND lane IS NOT DISTINCT FROM $3`,
    [domainId, accountId, lane],
  );
  if (rowCount === 0)
    throw new DomainError('not_found', 'No provider is chosen for exactly this. See list-providers.');
}

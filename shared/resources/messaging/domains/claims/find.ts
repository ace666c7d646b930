// Finds claims of domain names.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { requireDomain } from '../find.ts';
import { CLAIM_COLUMNS, CLAIM_IS_OPEN, type DomainClaim } from './claim.ts';

/** The newest claim of a domain. @throws DomainError `not_found` for the domain, or when it has no claim */
export async function requireNewestClaim(
  database: Queryable,
  accountId: string,
  domainId: string,
): Promise<DomainClaim> {
  await requireDomain(database, accountId, domainId);
  const { rows } = await database.query<DomainClaim>({
    name: 'find-newest-claim',
    text: `SELECT ${CLAIM_COLUMNS} FROM domain_claims WHERE domain_id = $1 ORDER BY id DESC LIMIT 1`,
    values: [domainId],
  });
  if (!rows[0]) throw notFound('Domain claim');
  return rows[0];
}

/** The open claims of domains; each has one at most. */
export async function findOpenClaims(
  database: Queryable,
  domainIds: readonly string[],
): Promise<DomainClaim[]> {
  const { rows } = await database.query<DomainClaim>({
    name: 'find-open-claims',
    text: `SELECT ${CLAIM_COLUMNS} FROM domain_claims WHERE domain_id = ANY($1::uuid[]) AND ${CLAIM_IS_OPEN}`,
    values: [domainIds],
  });
  return rows;
}

/** Locks a claim, if it is still open. The caller has locked its name and its domain. */
export async function lockOpenClaim(transaction: Transaction, id: string): Promise<DomainClaim | undefined> {
  const { rows } = await transaction.query<DomainClaim>({
    name: 'lock-open-claim',
    text: `SELECT ${CLAIM_COLUMNS} FROM domain_claims WHERE id = $1 AND ${CLAIM_IS_OPEN} FOR NO KEY UPDATE`,
    values: [id],
  });
  return rows[0];
}

/** A claim by its id, for operators. @throws DomainError `not_found` */
export async function requireClaim(database: Queryable, id: string): Promise<DomainClaim> {
  const { rows } = await database.query<DomainClaim>(
    `SELECT ${CLAIM_COLUMNS} FROM domain_claims WHERE id = $1`,
    [id],
  );
  if (!rows[0]) throw notFound('Domain claim');
  return rows[0];
}

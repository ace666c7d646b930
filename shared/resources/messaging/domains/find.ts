// Finds domains of an account, alone or with their records and what DNS has of them.

import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { findChecks, requireCheck } from './checks/check-row.ts';
import { DOMAIN_COLUMNS, type Domain, type ShownDomain } from './domain.ts';
import { normalizeDomainName } from './domain-name.ts';
import { lockName } from './find-conflict.ts';
import { findDkimKeys } from './keys/dkim-key.ts';
import type { MailHost } from './records/dns-records.ts';
import { readStates, type StoredState } from './records/record-state.ts';
import { toShownDomain } from './records/show.ts';
import { DOMAIN_MAY_SEND } from './senders/sending.ts';

/** @throws DomainError `not_found` */
export async function requireDomain(database: Queryable, accountId: string, id: string): Promise<Domain> {
  const { rows } = await database.query<Domain>({
    name: 'find-domain',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Domain');
  return rows[0];
}

/**
 * The domain that a request names, or else the one that the account has declared as its default.
 * @param name as the client wrote it
 * @throws DomainError `validation_error` for a name that no domain of the account has; `missing_required_field` without a
 *   name when the account has no default domain
 */
export async function requireDomainOrDefault(
  database: Queryable,
  accountId: string,
  name: string | undefined,
): Promise<Domain> {
  const domain = await (name === undefined
    ? findDefaultDomain(database, accountId)
    : findOwnDomain(database, accountId, name));
  if (!domain) throw noSuchDomain(name);
  return domain;
}

/** The refusal of a name that no domain of the account has, or of no name when the account has no default domain. */
export function noSuchDomain(name: string | undefined): DomainError {
  return name === undefined
    ? new DomainError(
        'missing_required_field',
        'Missing `domain` field. You can leave it out if the account has a default domain (PATCH /domains/:id).',
      )
    : new DomainError('validation_error', '`domain` must be the name of a domain of the account.');
}

/** Finds the domain of an account that has this name. @param name as a client wrote it */
export async function findOwnDomain(
  database: Queryable,
  accountId: string,
  name: string,
): Promise<Domain | undefined> {
  const normalized = normalizeDomainName(name);
  if (normalized === undefined) return undefined;
  const { rows } = await database.query<Domain>({
    name: 'find-own-domain',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE account_id = $1 AND name = $2`,
    values: [accountId, normalized],
  });
  return rows[0];
}

/** The domain that the account has declared as its default. */
export async function findDefaultDomain(database: Queryable, accountId: string): Promise<Domain | undefined> {
  const { rows } = await database.query<Domain>({
    name: 'find-default-domain',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE account_id = $1 AND is_default`,
    values: [accountId],
  });
  return rows[0];
}

/** The domains of all accounts that may send, oldest first. */
export async function listSendingDomains(database: Queryable, limit: number): Promise<Domain[]> {
  const { rows } = await database.query<Domain>(
    `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE ${DOMAIN_MAY_SEND} ORDER BY id LIMIT $1`,
    [limit],
  );
  return rows;
}

/**
 * Locks a domain until the end of the transaction, together with its account and its name. All that changes a domain
 * locks it this way, in this order (docs/architecture/guarantees.md#lock-order).
 * @throws DomainError `not_found`
 */
export async function lockDomain(transaction: Transaction, accountId: string, id: string): Promise<Domain> {
  await lockAccount(transaction, accountId);
  const { name } = await requireDomain(transaction, accountId, id);
  await lockName(transaction, name);
  const { rows } = await transaction.query<Domain>({
    name: 'lock-domain',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Domain');
  return rows[0];
}

/**
 * A domain with its records. Domain and states are read in one statement, because the domain may be deleted in between.
 * @throws DomainError `not_found`
 */
export async function requireShownDomain(
  database: Queryable,
  mailHost: MailHost,
  accountId: string,
  id: string,
): Promise<ShownDomain> {
  const { rows } = await database.query<Domain & { records: StoredState[]; checkedAt: Date | null }>({
    name: 'find-domain-with-states',
    text: `SELECT ${DOMAIN_COLUMNS}, records, checked_at AS "checkedAt"
           FROM domains JOIN domain_checks ON domain_checks.id = domains.id
           WHERE domains.id = $1 AND domains.account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Domain');
  const { records, checkedAt, ...domain } = rows[0];
  const keys = await findDkimKeys(database, [id]);
  return toShownDomain(domain, keys, { states: readStates(records), checkedAt }, mailHost);
}

/** Adds their records to domains. A domain that was deleted in the meantime is left out. */
export async function findShownDomains(
  database: Queryable,
  mailHost: MailHost,
  domains: readonly Domain[],
): Promise<ShownDomain[]> {
  const ids = domains.map(({ id }) => id);
  const keys = await findDkimKeys(database, ids);
  const checks = new Map((await findChecks(database, ids)).map((check) => [check.id, check]));
  return domains.flatMap((domain) => {
    const check = checks.get(domain.id);
    const own = keys.filter(({ domainId }) => domainId === domain.id);
    return check ? toShownDomain(domain, own, check, mailHost) : [];
  });
}

/** Adds the records of a locked domain to it. */
export async function showDomain(
  database: Queryable,
  mailHost: MailHost,
  domain: Domain,
): Promise<ShownDomain> {
  const keys = await findDkimKeys(database, [domain.id]);
  return toShownDomain(domain, keys, await requireCheck(database, domain.id), mailHost);
}

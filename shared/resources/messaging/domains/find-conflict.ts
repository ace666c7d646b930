// Finds domain conflicts: once an account has verified a domain, no other account may use it, its parents or its
// subdomains (error `domain_conflict`). An account that proves a name by a claim is exempt: then parents and
// subdomains of other accounts may exist next to it.

import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { requirePackage } from '../../../platform/process/require-package.ts';
import { OWNING_STATUSES } from './senders/sending.ts';

const { getDomain } = requirePackage<typeof import('tldts')>('tldts');

/** A domain whose name is to be used. */
export interface WantedName {
  accountId: string;
  /** Lower-case ASCII. */
  name: string;
  /** When the account proved by a claim that the name is its own. */
  claimedAt: Date | null;
}

/** A domain of another account that conflicts. */
export interface Conflict {
  domainId: string;
  accountId: string;
  name: string;
  kind: 'same' | 'parent' | 'subdomain';
}

/**
 * Parents are a list of names, subdomains a range of the reversed name: both are read from an index, however many
 * domains there are. `/` is the character after `.`.
 */
const FIND = `
  SELECT id AS "domainId", account_id AS "accountId", name,
         CASE WHEN name = $2 THEN 'same' WHEN name = ANY($3::text[]) THEN 'parent' ELSE 'subdomain' END AS kind
  FROM domains
  WHERE (name = ANY($4::text[])
         OR (reverse(name) COLLATE "C" >= reverse('.' || $2) AND reverse(name) COLLATE "C" < reverse('/' || $2)))
    AND account_id <> $1
    AND CASE WHEN name = $2
          THEN status = ANY($5::text[]) OR claimed_at > coalesce($6::timestamptz, '-infinity')
          ELSE status = ANY($5::text[]) AND claimed_at IS NULL AND $6::timestamptz IS NULL END
  ORDER BY name = $2 DESC, id`;

/** Finds the domains of other accounts that conflict; the one with the same name is first. */
export async function findConflicts(
  database: Queryable,
  { accountId, name, claimedAt }: WantedName,
): Promise<Conflict[]> {
  const parents = parentsOf(name);
  const { rows } = await database.query<Conflict>({
    name: 'find-domain-conflicts',
    text: FIND,
    values: [accountId, name, parents, [name, ...parents], OWNING_STATUSES, claimedAt],
  });
  return rows;
}

/** @throws DomainError `domain_conflict`, which does not say whose the other domain is */
export async function refuseConflict(database: Queryable, wanted: WantedName): Promise<void> {
  const conflicts = await findConflicts(database, wanted);
  if (conflicts.length === 0) return;
  throw new DomainError(
    'domain_conflict',
    `Another account has already verified the domain ${wanted.name}, or a parent or subdomain of it. If you own it, prove it with POST /domains/claim.`,
  );
}

/** Two integers identify an advisory lock: this one, and a hash of the name. */
const NAME_LOCK_CLASS = 0x646f6d6e;

/**
 * Locks a name together with its parents and subdomains until the end of the transaction: of two accounts that verify
 * or claim them at the same time, the second sees what the first has done.
 */
export async function lockName(transaction: Transaction, name: string): Promise<void> {
  await transaction.query({
    name: 'lock-domain-name',
    text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))',
    // Not private suffixes: the list of them changes, and two processes must lock the same name.
    values: [NAME_LOCK_CLASS, getDomain(name, { allowPrivateDomains: false }) ?? name],
  });
}

/** `a.b.acme.dev` → `b.acme.dev`, `acme.dev`, `dev`. */
function parentsOf(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}

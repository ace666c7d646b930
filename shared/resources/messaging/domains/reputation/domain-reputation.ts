// The reputation of domains in their table: reads it, and changes it by compare-and-set, with the webhook event of a change
// that clients see.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Reputation } from '../../../foundation/reputation/reputation.ts';
import {
  reputationColumns,
  reputationValues,
  setReputation,
} from '../../../foundation/reputation/reputation-columns.ts';
import { DOMAIN_COLUMNS, type Domain } from '../domain.ts';
import { announceDomain } from '../event-data.ts';
import type { SettleDeps } from '../settle.ts';

/** A domain with its reputation. */
export interface DomainReputation {
  domainId: string;
  accountId: string;
  name: string;
  reputation: Reputation;
}

interface ReputationRow extends Reputation {
  domainId: string;
  accountId: string;
  name: string;
}

/** Finds the reputations of domains, in no order. Those that no longer exist are missing. */
export async function findDomainReputations(
  database: Queryable,
  domainIds: readonly string[],
): Promise<DomainReputation[]> {
  const { rows } = await database.query<ReputationRow>({
    name: 'find-domain-reputations',
    text: `SELECT id AS "domainId", account_id AS "accountId", name, ${reputationColumns('domains', true)}
           FROM domains WHERE id = ANY($1::uuid[])`,
    values: [domainIds],
  });
  return rows.map(({ domainId, accountId, name, ...reputation }) => ({
    domainId,
    accountId,
    name,
    reputation,
  }));
}

/**
 * Changes the reputation of a domain, unless it has changed since it was read. A change of its status, and of what its owner
 * sees of its capacity, is announced to webhooks.
 * @returns whether it was changed
 */
export async function setDomainReputation(
  client: Transaction,
  deps: SettleDeps,
  domain: DomainReputation,
  next: Reputation,
  now: Date,
): Promise<boolean> {
  const { domainId, reputation: before } = domain;
  if (!(await storeDomainReputation(client, domain, next))) return false;
  if (next.status === before.status && next.warmUpCapacity === before.warmUpCapacity) return true;
  const { rows } = await client.query<Domain>({
    name: 'find-changed-domain',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE id = $1`,
    values: [domainId],
  });
  if (rows[0]) await announceDomain(client, deps, 'domain.updated', rows[0], now);
  return true;
}

/** Changes it without an announcement, for a change that the caller announces. @returns whether it was changed */
export async function storeDomainReputation(
  client: Transaction,
  { domainId, reputation: before }: DomainReputation,
  next: Reputation,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'set-domain-reputation',
    text: `UPDATE domains ${setReputation('domains')}`,
    values: reputationValues('domains', domainId, before, next),
  });
  return rowCount === 1;
}

/**
 * The reputation of a domain that the caller has locked (lockDomain in ../find.ts): it cannot change before the end of the
 * transaction, so a compare-and-set of it succeeds.
 */
export async function requireLockedReputation(
  client: Transaction,
  domainId: string,
): Promise<DomainReputation> {
  const [found] = await findDomainReputations(client, [domainId]);
  if (!found) throw new Error('A locked domain has a reputation.');
  return found;
}

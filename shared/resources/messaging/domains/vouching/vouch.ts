// An operator vouches for a domain: it counts as verified without a check of DNS and no check changes its status, unless
// another account owns the name. A domain for which no operator vouches any more must prove itself in DNS.
import { generateDkimKey } from '../../../../mail/dkim/dkim-keys.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import { DOMAIN_COLUMNS, type Domain } from '../domain.ts';
import { announceDomain } from '../event-data.ts';
import { lockDomain } from '../find.ts';
import { lockName, refuseConflict } from '../find-conflict.ts';
import { DEFAULT_SETTINGS, insertDomain } from '../insert.ts';
import { type CreateKeyDeps, createDkimKey } from '../keys/create-dkim-key.ts';
import { type SettleDeps, startOver } from '../settle.ts';

/** A domain that an operator adds. */
export interface VouchedDomain {
  accountId: string;
  /** Lower-case ASCII; any name. */
  name: string;
  receiving: boolean;
  /** Whether it becomes the default domain of an account that has none. */
  isDefault?: boolean;
  /** The sender of a new domain; absent: none. */
  defaultFrom?: string;
}

/**
 * Adds a domain for which an operator vouches; of one that the account has already, only a missing key is created. The
 * limit of the plan does not count.
 * @throws DomainError `domain_conflict` for a name of another account
 */
export async function addVouchedDomain(
  transaction: Transaction,
  deps: CreateKeyDeps,
  domain: VouchedDomain,
): Promise<Domain> {
  const { accountId } = domain;
  await lockAccount(transaction, accountId);
  const added = await addLocked(transaction, deps, domain);
  if (!domain.isDefault) return added;
  const { rowCount } = await transaction.query(
    `UPDATE domains SET is_default = true
     WHERE id = $1 AND NOT EXISTS (SELECT FROM domains WHERE account_id = $2 AND is_default)`,
    [added.id, accountId],
  );
  return { ...added, isDefault: added.isDefault || rowCount === 1 };
}

async function addLocked(
  transaction: Transaction,
  deps: CreateKeyDeps,
  { accountId, name, receiving, defaultFrom }: VouchedDomain,
): Promise<Domain> {
  await lockName(transaction, name);
  const { rows } = await transaction.query<Domain>(
    `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE account_id = $1 AND name = $2`,
    [accountId, name],
  );
  const [own] = rows;
  if (own) {
    await createDkimKey(transaction, own.id, deps, own.isVouched ? 'active' : 'pending');
    return own;
  }
  await refuseConflict(transaction, { accountId, name, claimedAt: null });
  const domain = {
    ...DEFAULT_SETTINGS,
    accountId,
    name,
    receivingEnabled: receiving,
    defaultFrom: defaultFrom ?? null,
    isVouched: true,
    pool: 'default' as const,
  };
  return await insertDomain(transaction, deps, domain, await generateDkimKey());
}

/**
 * Vouches for a domain: it is verified, and its newest key signs if none did yet.
 * @throws DomainError `not_found`; `domain_conflict` for a name of another account
 */
export async function vouchForDomain(
  transaction: Transaction,
  deps: SettleDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Domain> {
  const domain = await lockDomain(transaction, accountId, id);
  if (domain.isVouched) return domain;
  await refuseConflict(transaction, domain);
  const vouched = {
    ...domain,
    isVouched: true,
    status: 'verified',
    statusReason: null,
    updatedAt: now,
  } as const;
  await store(transaction, vouched);
  await transaction.query(
    `UPDATE dkim_keys SET state = 'active'
     WHERE id = (SELECT id FROM dkim_keys WHERE domain_id = $1 ORDER BY id DESC LIMIT 1)
       AND NOT EXISTS (SELECT FROM dkim_keys WHERE domain_id = $1 AND state = 'active')`,
    [id],
  );
  await announceDomain(transaction, deps, 'domain.updated', vouched, now);
  return vouched;
}

/**
 * Stops vouching for a domain. Its records are waited for from now on; until DNS has them it may not send.
 * @throws DomainError `not_found`
 */
export async function withdrawVouching(
  transaction: Transaction,
  deps: SettleDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Domain> {
  const domain = await lockDomain(transaction, accountId, id);
  if (!domain.isVouched) return domain;
  const own = { ...domain, isVouched: false, updatedAt: now };
  await store(transaction, own);
  return await startOver(transaction, deps, own, now);
}

async function store(transaction: Transaction, domain: Domain): Promise<void> {
  const { id, isVouched, status, statusReason, updatedAt } = domain;
  await transaction.query({
    name: 'store-vouching',
    text: `UPDATE domains SET is_vouched = $2, status = $3, status_reason = $4, updated_at = $5 WHERE id = $1`,
    values: [id, isVouched, status, statusReason, updatedAt],
  });
}

// Creates a domain, up to DOMAINS_MAX per account and UNVERIFIED_DOMAINS_MAX of them not verified. It is not started: its
// owner publishes its records and asks for its verification (verify.ts). It is announced to webhooks in the same
// transaction.
import { DomainError } from '../../../contract/domain-error.ts';
import { generateDkimKey } from '../../../mail/dkim/dkim-keys.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import type { Domain, ShownDomain } from './domain.ts';
import { requireDomainName, requireLabels, type ServiceNames } from './domain-name.ts';
import { announceDomain } from './event-data.ts';
import { refuseConflict, type WantedName } from './find-conflict.ts';
import { type DomainSettings, insertDomain, refuseTooManyDomains, type WantedPool } from './insert.ts';
import type { CreateKeyDeps } from './keys/create-dkim-key.ts';
import { refusePlanLimit } from './plan-limit.ts';
import { requireDefaultFrom } from './senders/default-from.ts';
import type { SettleDeps } from './settle.ts';

/** Dependencies of creating domains. */
export interface CreateDomainDeps extends SettleDeps, CreateKeyDeps {
  database: Database;
  serviceNames: ServiceNames;
}

/** A domain that a client wants. */
export interface WantedDomain extends DomainSettings {
  accountId: string;
  /** The name as the client wrote it. */
  name: string;
  pool: WantedPool;
}

/**
 * Creates a domain.
 * @throws DomainError `validation_error` for a name that cannot be used, for one that the account has already and at the
 *   limits; `plan_limit_reached`; `domain_conflict`; `not_found` for an audience that the account does not have
 */
export async function createDomain(
  deps: CreateDomainDeps,
  wanted: WantedDomain,
  now: Date,
): Promise<ShownDomain> {
  const { accountId } = wanted;
  const name = requireDomainName(wanted.name, deps.serviceNames);
  requireLabels({ ...wanted, name });
  requireCapability(wanted);
  const defaultFrom = requireDefaultFrom(wanted.defaultFrom, name);
  const refuse = (client: Transaction) => refuseNewDomain(client, { accountId, name, claimedAt: null });
  // A key takes a tenth of a second: neither for a refused request, nor while the account is locked.
  await transaction(deps.database, refuse);
  const keyPair = await generateDkimKey();
  return await transaction(deps.database, async (client) => {
    await refuse(client);
    const fields = { ...wanted, name, defaultFrom, isVouched: false, createdAt: now };
    const domain = await insertDomain(client, deps, fields, keyPair);
    return await announceDomain(client, deps, 'domain.created', domain, now);
  });
}

async function refuseNewDomain(transaction: Transaction, wanted: WantedName): Promise<void> {
  const { accountId, name } = wanted;
  await lockAccount(transaction, accountId);
  await refuseOwnDuplicate(transaction, accountId, name);
  await refuseTooManyDomains(transaction, accountId);
  await refusePlanLimit(transaction, accountId);
  await refuseConflict(transaction, wanted);
}

async function refuseOwnDuplicate(database: Queryable, accountId: string, name: string): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM domains WHERE account_id = $1 AND name = $2',
    [accountId, name],
  );
  if (rows[0])
    throw new DomainError('validation_error', `The account has the domain ${name} already: ${rows[0].id}.`, {
      field: 'name',
    });
}

/** A domain without any use needs no records. @throws DomainError `validation_error` */
export function requireCapability({
  sendingEnabled,
  receivingEnabled,
}: Pick<Domain, 'sendingEnabled' | 'receivingEnabled'>): void {
  if (sendingEnabled || receivingEnabled) return;
  throw new DomainError('validation_error', '`capabilities`: at least one must be enabled.');
}

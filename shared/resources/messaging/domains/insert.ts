// Stores a new domain with all that belongs to it: its DKIM key, its audience and the row of its checks. It shares the
// default audience of the account unless it is to have its own, which has the name of the domain, or to join another.
import { DomainError } from '../../../contract/domain-error.ts';
import { DEFAULT_REGION } from '../../../contract/domains/values.ts';
import { DOMAINS_MAX, UNVERIFIED_DOMAINS_MAX } from '../../../contract/limits.ts';
import type { DkimKeyPair } from '../../../mail/dkim/dkim-keys.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { insertAudience } from '../../audience/audiences/insert.ts';
import { lockAudience } from '../../audience/audiences/lock.ts';
import { insertCheck } from './checks/check-row.ts';
import { DOMAIN_COLUMNS, type Domain } from './domain.ts';
import { type CreateKeyDeps, insertDkimKey, selectorAfter } from './keys/create-dkim-key.ts';
import { takeOverReputation } from './reputation/deleted-reputations.ts';
import { OWNING_STATUSES } from './senders/sending.ts';

/** The account's settings of a domain. */
export type DomainSettings = Pick<
  Domain,
  | 'region'
  | 'sendingEnabled'
  | 'receivingEnabled'
  | 'openTracking'
  | 'clickTracking'
  | 'tls'
  | 'customReturnPath'
  | 'trackingSubdomain'
  | 'defaultFrom'
>;

/** The settings of a domain for which none are given. */
export const DEFAULT_SETTINGS: DomainSettings = {
  region: DEFAULT_REGION,
  sendingEnabled: true,
  receivingEnabled: false,
  openTracking: false,
  clickTracking: false,
  tls: 'opportunistic',
  customReturnPath: 'send',
  trackingSubdomain: null,
  defaultFrom: null,
};

/** The audience of a new domain: the default one of the account, one of its own, or the one with this id. */
export type WantedPool = 'default' | 'own' | { id: string };

/** A new domain. A vouched-for domain is verified, and its key signs at once. */
export interface NewDomain extends DomainSettings, Pick<Domain, 'accountId' | 'name' | 'isVouched'> {
  pool: WantedPool;
  /** The time; by default now, by the clock of the database. */
  createdAt?: Date;
}

/**
 * Stores a domain. The caller has locked the account (shared/resources/foundation/accounts/lock.ts) and knows that the account has
 * no domain of this name.
 * @throws DomainError `not_found` for an audience that the account does not have
 * @param keyPair made before the account was locked, because that takes a tenth of a second
 */
export async function insertDomain(
  transaction: Transaction,
  deps: CreateKeyDeps,
  domain: NewDomain,
  keyPair: DkimKeyPair,
): Promise<Domain> {
  const { accountId, isVouched } = domain;
  const id = deps.ids.next();
  const audienceId = await audienceFor(transaction, deps, domain);
  const { rows } = await transaction.query<Domain>({
    name: 'insert-domain',
    text: `INSERT INTO domains (id, account_id, name, status, region, audience_id, sending_enabled, receiving_enabled,
             open_tracking, click_tracking, tls, custom_return_path, tracking_subdomain, is_vouched, default_from,
             created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, coalesce($16, now()),
             coalesce($16, now()))
           RETURNING ${DOMAIN_COLUMNS}`,
    values: [
      id,
      accountId,
      domain.name,
      isVouched ? 'verified' : 'not_started',
      domain.region,
      audienceId,
      domain.sendingEnabled,
      domain.receivingEnabled,
      domain.openTracking,
      domain.clickTracking,
      domain.tls,
      domain.customReturnPath,
      domain.trackingSubdomain,
      isVouched,
      domain.defaultFrom,
      domain.createdAt ?? null,
    ],
  });
  if (!rows[0]) throw new Error('The domain was not stored.');
  const key = { domainId: id, selector: selectorAfter([]), state: isVouched ? 'active' : 'pending' } as const;
  await insertDkimKey(transaction, key, keyPair, deps);
  await insertCheck(transaction, { domainId: id, accountId });
  return await takeOverReputation(transaction, rows[0]);
}

async function audienceFor(
  transaction: Transaction,
  { ids }: CreateKeyDeps,
  { accountId, name, pool, createdAt }: NewDomain,
): Promise<string> {
  if (pool === 'own') {
    const own = { id: ids.next(), accountId, name, ...(createdAt && { createdAt }) };
    return (await insertAudience(transaction, own)).id;
  }
  return (await lockAudience(transaction, accountId, pool === 'default' ? undefined : pool.id)).id;
}

/**
 * Refuses one more domain that is not verified. The limits are exact if the caller has locked the account.
 * @throws DomainError `validation_error`
 */
export async function refuseTooManyDomains(transaction: Transaction, accountId: string): Promise<void> {
  const { rows } = await transaction.query<{ all: number; unverified: number }>({
    name: 'count-domains',
    text: `SELECT count(*)::integer AS "all",
                  (count(*) FILTER (WHERE status <> ALL($2::text[])))::integer AS unverified
           FROM domains WHERE account_id = $1`,
    values: [accountId, OWNING_STATUSES],
  });
  const { all, unverified } = rows[0] ?? { all: 0, unverified: 0 };
  if (all >= DOMAINS_MAX)
    throw new DomainError('validation_error', `An account can have up to ${DOMAINS_MAX} domains.`);
  if (unverified >= UNVERIFIED_DOMAINS_MAX)
    throw new DomainError(
      'validation_error',
      `An account can have up to ${UNVERIFIED_DOMAINS_MAX} domains that are not verified. Verify or delete some first.`,
    );
}

// Starts the claim of a name that another account has verified, or of which it has verified a parent or a subdomain.
// The claiming account gets its own domain of that name, or uses its existing one; it must be verified like every other
// once the claim has completed.
import { randomBytes } from 'node:crypto';
import { DomainError } from '../../../../contract/domain-error.ts';
import { type DkimKeyPair, generateDkimKey } from '../../../../mail/dkim/dkim-keys.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import { startChecks } from '../checks/check-row.ts';
import type { CreateDomainDeps, WantedDomain } from '../create.ts';
import { DOMAIN_COLUMNS, type Domain } from '../domain.ts';
import { requireDomainName, requireLabels } from '../domain-name.ts';
import { announceDomain } from '../event-data.ts';
import { findConflicts, lockName } from '../find-conflict.ts';
import { insertDomain, refuseTooManyDomains } from '../insert.ts';
import { refusePlanLimit } from '../plan-limit.ts';
import { isOwning } from '../settle.ts';
import { CLAIM_COLUMNS, CLAIM_LIFETIME_MS, type DomainClaim } from './claim.ts';
import { expireClaim } from './expire.ts';
import { findOpenClaims } from './find.ts';

/** A claim, and whether it is new. */
export interface StartedClaim {
  claim: DomainClaim;
  isNew: boolean;
}

/** Before the random part, so that people recognise the record. */
const PROOF_PREFIX = 'posthorn-domain-verification=';
const PROOF_BYTES = 16;

/**
 * Starts a claim. While a claim of the account for the name is open, it is answered instead.
 * @throws DomainError `validation_error` for a name that cannot be used, for one that the account has verified and for
 *   one that no other account has; `plan_limit_reached`
 */
export async function startClaim(
  deps: CreateDomainDeps,
  wanted: WantedDomain,
  now: Date,
): Promise<StartedClaim> {
  const { accountId } = wanted;
  const name = requireDomainName(wanted.name, deps.serviceNames);
  requireLabels({ ...wanted, name });
  const find = (client: Transaction) => findClaimable(client, { accountId, name }, now);
  // A key takes a tenth of a second: only for a new domain, and not while the account is locked.
  const { own: known, open: present } = await transaction(deps.database, find);
  if (present) return { claim: present, isNew: false };
  const keyPair = known ? undefined : await generateDkimKey();
  return await transaction(deps.database, async (client) => {
    const { own, open } = await find(client);
    if (open) return { claim: open, isNew: false };
    const newKey = async () => keyPair ?? (await generateDkimKey());
    const domain = own ?? (await insertOwn(client, deps, { ...wanted, name }, await newKey(), now));
    const claim = await insertClaim(client, deps.ids.next(), domain, now);
    // The check finds nothing yet; it leaves the domain due at the expiry of the claim.
    await startChecks(client, deps.queues, [domain.id], now);
    return { claim, isNew: true };
  });
}

/** The account's own domain of the name, and its open claim, if there are. */
interface Claimable {
  own: Domain | undefined;
  open: DomainClaim | undefined;
}

/** Locks account and name. @throws DomainError when the account must not, or need not, claim the name */
async function findClaimable(
  client: Transaction,
  { accountId, name }: { accountId: string; name: string },
  now: Date,
): Promise<Claimable> {
  await lockAccount(client, accountId);
  await lockName(client, name);
  const own = await lockOwn(client, accountId, name);
  const open = own && (await findUnexpired(client, own.id, now));
  if (open) return { own, open };
  await refuseNeedless(client, { accountId, name, claimedAt: own?.claimedAt ?? null }, own);
  if (!own) await refuseTooManyDomains(client, accountId);
  await refusePlanLimit(client, accountId, { exceptDomainId: own?.id ?? null });
  return { own, open: undefined };
}

async function lockOwn(client: Transaction, accountId: string, name: string): Promise<Domain | undefined> {
  const { rows } = await client.query<Domain>({
    name: 'lock-own-domain',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE account_id = $1 AND name = $2 FOR NO KEY UPDATE`,
    values: [accountId, name],
  });
  return rows[0];
}

/** The open claim of a domain. An expired one is ended here: the check that would do so has not run yet. */
async function findUnexpired(
  client: Transaction,
  domainId: string,
  now: Date,
): Promise<DomainClaim | undefined> {
  const [open] = await findOpenClaims(client, [domainId]);
  if (!open) return undefined;
  return (await expireClaim(client, open.id, now)) ? undefined : open;
}

async function refuseNeedless(
  client: Transaction,
  wanted: { accountId: string; name: string; claimedAt: Date | null },
  own: Domain | undefined,
): Promise<void> {
  if (own && isOwning(own))
    throw new DomainError(
      'validation_error',
      `The account has already verified the domain ${own.name}: ${own.id}.`,
    );
  const conflicts = await findConflicts(client, wanted);
  if (conflicts.length > 0) return;
  const hint = own ? `Verify it with POST /domains/${own.id}/verify.` : 'Add it with POST /domains.';
  throw new DomainError(
    'validation_error',
    `No other account has verified ${wanted.name}, a parent or a subdomain of it, so it needs no claim. ${hint}`,
  );
}

async function insertOwn(
  client: Transaction,
  deps: CreateDomainDeps,
  wanted: WantedDomain,
  keyPair: DkimKeyPair,
  now: Date,
): Promise<Domain> {
  const domain = await insertDomain(client, deps, { ...wanted, isVouched: false, createdAt: now }, keyPair);
  await announceDomain(client, deps, 'domain.created', domain, now);
  return domain;
}

async function insertClaim(
  client: Transaction,
  id: string,
  { id: domainId, accountId, name, region }: Domain,
  now: Date,
): Promise<DomainClaim> {
  const proof = PROOF_PREFIX + randomBytes(PROOF_BYTES).toString('hex');
  const expiresAt = new Date(now.getTime() + CLAIM_LIFETIME_MS);
  const { rows } = await client.query<DomainClaim>({
    name: 'insert-claim',
    text: `INSERT INTO domain_claims (id, account_id, domain_id, name, region, status, proof, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7, $8) RETURNING ${CLAIM_COLUMNS}`,
    values: [id, accountId, domainId, name, region, proof, now, expiresAt],
  });
  if (!rows[0]) throw new Error('The claim was not stored.');
  return rows[0];
}

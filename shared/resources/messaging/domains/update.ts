// Updates the settings of a domain, warms it up, and makes it the default one of its account. Records that a new setting needs are
// waited for (settle.ts). The audience of the default domain becomes the default audience when either is set, so that a
// request without an audience and one without a domain mean the same contacts. A change is announced to webhooks in the
// same transaction.
import { cannotBeChanged } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { setDefaultAudience } from '../../audience/audiences/default.ts';
import { lockAudience } from '../../audience/audiences/lock.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { requireCapability } from './create.ts';
import type { Domain, ShownDomain } from './domain.ts';
import type { DomainListener } from './domain-listener.ts';
import { normalizeDomainName, requireLabels } from './domain-name.ts';
import { announceDomain } from './event-data.ts';
import { lockDomain, showDomain } from './find.ts';
import { switchWarmUp } from './reputation/warm-up.ts';
import { requireDefaultFrom } from './senders/default-from.ts';
import { refreshRecords, type SettleDeps } from './settle.ts';

/** Dependencies of changing domains. */
export interface ChangeDomainDeps extends SettleDeps {
  database: Database;
  domainListeners: readonly DomainListener[];
}

/** The settings that can be changed. */
const SETTINGS = [
  'sendingEnabled',
  'receivingEnabled',
  'openTracking',
  'clickTracking',
  'tls',
  'trackingSubdomain',
  'isDefault',
  'audienceId',
  'defaultFrom',
] as const satisfies readonly (keyof Domain)[];

type Settings = Pick<Domain, (typeof SETTINGS)[number]>;

/** The fields to change; absent fields keep their value. `fixed` must have the present values. */
export interface DomainChanges extends ChangeCondition {
  settings: { [Name in keyof Settings]?: Settings[Name] | undefined };
  fixed: { name?: string | undefined; region?: string | undefined; customReturnPath?: string | undefined };
  /** Whether it warms up. */
  warmUp?: boolean | undefined;
}

/**
 * Updates a domain. Settings that have the value already are not change.
 * @throws DomainError `not_found`; `validation_error` for another name, region or return path, another time, without
 * any capability, for a tracking subdomain that is the return path, and for a warm-up of a domain that cannot send;
 * `not_found` for an audience that the account does not have, and `validation_error` when the domain cannot move to it
 */
export async function updateDomain(
  deps: ChangeDomainDeps,
  { accountId, id }: { accountId: string; id: string },
  { settings, fixed, warmUp, ifUpdatedAt }: DomainChanges,
  now: Date,
): Promise<ShownDomain> {
  return await transaction(deps.database, async (client) => {
    const before = await lockDomain(client, accountId, id);
    requireUnchanged('domain', before, ifUpdatedAt);
    requireFixed(before, fixed);
    const given = Object.entries(settings).filter(([, value]) => value !== undefined);
    const changed: Domain = { ...before, ...Object.fromEntries(given), updatedAt: timeOfChange(before, now) };
    requireCapability(changed);
    requireLabels(changed);
    changed.defaultFrom = requireDefaultFrom(changed.defaultFrom, changed.name);
    if (warmUp !== undefined) Object.assign(changed, await switchWarmUp(client, changed, warmUp, now));
    if (changed.audienceId !== before.audienceId) await moveDomain(client, deps, before, changed.audienceId);
    if (changed.isDefault && (settings.isDefault || changed.audienceId !== before.audienceId))
      await setDefaultAudience(client, accountId, changed.audienceId);
    if ([...SETTINGS, 'warmUpCapacity' as const].every((name) => changed[name] === before[name]))
      return await showDomain(client, deps.mailHost, before);
    await store(client, changed);
    const { domain, isAnnounced } = await refreshRecords(client, deps, changed, now);
    return isAnnounced
      ? await showDomain(client, deps.mailHost, domain)
      : await announceDomain(client, deps, 'domain.updated', domain, now);
  });
}

function requireFixed(before: Domain, { name, region, customReturnPath }: DomainChanges['fixed']): void {
  if (name !== undefined && normalizeDomainName(name) !== before.name) throw cannotBeChanged('name');
  if (region !== undefined && region !== before.region) throw cannotBeChanged('region');
  if (customReturnPath !== undefined && customReturnPath !== before.customReturnPath)
    throw cannotBeChanged('custom_return_path');
}

/**
 * Moves a domain to another audience, while no automation of it has a run: a run belongs to a contact of the audience.
 * Transactions that start one have locked the row of the domain, so none starts until the commit (find-affected.ts).
 */
async function moveDomain(
  client: Transaction,
  { domainListeners }: ChangeDomainDeps,
  { id, accountId }: Domain,
  audienceId: string,
): Promise<void> {
  await lockAudience(client, accountId, audienceId);
  await client.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [id]);
  for (const listener of domainListeners) await listener.onMove(client, { id, accountId }, audienceId);
}

async function store(transaction: Transaction, domain: Domain): Promise<void> {
  const { id, accountId, isDefault, updatedAt } = domain;
  // First, because an account has one default domain at any time. Its row of the account is locked.
  if (isDefault)
    await transaction.query({
      name: 'clear-default-domain',
      text: `UPDATE domains SET is_default = false, updated_at = $3
             WHERE account_id = $1 AND is_default AND id <> $2`,
      values: [accountId, id, updatedAt],
    });
  await transaction.query({
    name: 'update-domain',
    text: `UPDATE domains SET sending_enabled = $2, receiving_enabled = $3, open_tracking = $4, click_tracking = $5,
             tls = $6, tracking_subdomain = $7,
             tracking_host = CASE WHEN tracking_subdomain = $7 THEN tracking_host END, is_default = $8, updated_at = $9, audience_id = $10,
             default_from = $11
           WHERE id = $1`,
    values: [
      id,
      domain.sendingEnabled,
      domain.receivingEnabled,
      domain.openTracking,
      domain.clickTracking,
      domain.tls,
      domain.trackingSubdomain,
      isDefault,
      updatedAt,
      domain.audienceId,
      domain.defaultFrom,
    ],
  });
}

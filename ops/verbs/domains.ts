// Verbs for the domains of accounts: list them, add one, vouch for one, choose the addresses that its mail leaves from, and
// print the DNS records that its owner publishes.
// Their changes are announced to webhooks, as changes by the API are.

import { parseMailDomain } from '../../shared/mail/domains/mail-domain.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { isPoolName, NO_POOL } from '../../shared/platform/config/mx-settings.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import type { Domain } from '../../shared/resources/messaging/domains/domain.ts';
import { toRecordData } from '../../shared/resources/messaging/domains/event-data.ts';
import { showDomain } from '../../shared/resources/messaging/domains/find.ts';
import {
  type DomainForOperators,
  listDomainsForOperators,
} from '../../shared/resources/messaging/domains/list.ts';
import { mailHostOf } from '../../shared/resources/messaging/domains/records/dns-records.ts';
import { toZoneFile } from '../../shared/resources/messaging/domains/records/zone-file.ts';
import { updateSourcePool } from '../../shared/resources/messaging/domains/senders/source-pool.ts';
import { requireNamedDomain } from '../../shared/resources/messaging/domains/vouching/find-named.ts';
import {
  addVouchedDomain,
  vouchForDomain,
  withdrawVouching,
} from '../../shared/resources/messaging/domains/vouching/vouch.ts';
import { noWakeUps } from '../no-wake-ups.ts';
import { readCount, readDomain } from '../read-words.ts';
import type { Service } from '../service.ts';
import { UsageError, type Verb } from '../verb.ts';

const LIMIT = 100;
const LIMIT_MAX = 1_000;

export const listDomainsVerb: Verb = {
  summary: 'Lists the domains of all accounts or of one, newest first.',
  parameters: [],
  options: {
    account: { value: 'account', summary: 'only the domains of this account' },
    limit: { value: 'count', summary: `maximum number of domains, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ account, limit: count = String(LIMIT) }, { database }) {
    const limit = readCount(count, 'limit', LIMIT_MAX);
    const accountId = account === undefined ? undefined : (await requireAccount(database, account)).id;
    const { rows, hasMore } = await listDomainsForOperators(database, { accountId, limit });
    return { object: 'list', has_more: hasMore, data: rows.map(toListedDomain) };
  },
};

export const addDomainVerb: Verb = {
  summary:
    'Adds a domain to an account, verified without a DNS check, and prints its DNS records. Needs SECRET_KEY.',
  parameters: ['account', 'domain'],
  options: {},
  audit: 'afterwards',
  async run({ account = '', domain = '' }, { database, ids, secrets, service }) {
    const name = readDomain(domain);
    requireMailHost(service);
    const { id: accountId } = await requireAccount(database, account);
    const deps = { ids, secrets: secrets() };
    const added = await transaction(database, (client) =>
      addVouchedDomain(client, deps, { accountId, name, receiving: false }),
    );
    return await toDomain(database, added, service);
  },
};

export const domainRecordsVerb: Verb = {
  summary: 'Prints the DNS records that the owner of a domain must publish.',
  parameters: ['domain'],
  options: {},
  audit: 'none',
  async run({ domain = '' }, { database, service }) {
    const name = readDomain(domain);
    requireMailHost(service);
    return await toDomain(database, await requireNamedDomain(database, name), service);
  },
};

export const vouchDomainVerb: Verb = {
  summary: 'Vouches for a domain: it counts as verified, and DNS checks do not change its status.',
  parameters: ['domain'],
  options: {
    account: { value: 'account', summary: 'its account, if several accounts have the domain' },
    withdraw: { summary: 'stop vouching: the domain must pass the DNS checks' },
  },
  audit: 'afterwards',
  async run({ domain = '', account, withdraw }, { database, clock, service }) {
    const name = readDomain(domain);
    requireMailHost(service);
    const owner = account === undefined ? undefined : (await requireAccount(database, account)).id;
    const named = await requireNamedDomain(database, name, owner);
    const change = withdraw === undefined ? vouchForDomain : withdrawVouching;
    const deps = { queues: noWakeUps, mailHost: mailHostOf(service) };
    const changed = await transaction(database, (client) => change(client, deps, named, clock.now()));
    return await toDomain(database, changed, service);
  },
};

export const setPoolVerb: Verb = {
  summary: `Sends the mail of a domain from a pool of MX_SOURCES; ${NO_POOL} restores the pool of its lane.`,
  parameters: ['domain', 'pool'],
  options: { account: { value: 'account', summary: 'its account, if several accounts have the domain' } },
  audit: 'afterwards',
  async run({ domain = '', pool = '', account }, { database, service }) {
    const name = readDomain(domain);
    const sourcePool = readPool(pool, service);
    const owner = account === undefined ? undefined : (await requireAccount(database, account)).id;
    const { id, accountId } = await requireNamedDomain(database, name, owner);
    await updateSourcePool(database, id, sourcePool);
    return { object: 'domain', id, account_id: accountId, name, source_pool: sourcePool };
  },
};

/** Where the environment has no MX_SOURCES, the processes that send may have them. */
function readPool(text: string, { mx }: Service): string | null {
  if (text === NO_POOL) return null;
  const pools = [...new Set(mx.sources.map(({ pool }) => pool))];
  if (isPoolName(text) && (pools.length === 0 || pools.includes(text))) return text;
  const known = pools.length === 0 ? '' : `: it has ${pools.join(', ')}`;
  throw new UsageError(`"${text}" is not a pool of MX_SOURCES${known}.`);
}

function toListedDomain(domain: DomainForOperators) {
  return {
    object: 'domain',
    id: domain.id,
    account_id: domain.accountId,
    name: domain.name,
    status: domain.status,
    status_reason: domain.statusReason,
    vouched: domain.isVouched,
    default: domain.isDefault,
    capabilities: { sending: domain.sendingEnabled, receiving: domain.receivingEnabled },
    reputation: domain.reputation,
    source_pool: domain.sourcePool,
    created_at: domain.createdAt,
    checked_at: domain.checkedAt,
  };
}

/** Records that name `localhost` or an IP address would be worthless. */
function requireMailHost({ mailHostname }: Service): void {
  if (parseMailDomain(mailHostname) !== undefined) return;
  throw new ConfigError(
    `Configuration: the DNS records refer to this service, but "${mailHostname}" is not a public host name. Set MAIL_HOSTNAME or PUBLIC_URL.`,
  );
}

async function toDomain(database: Database, domain: Domain, service: Service): Promise<object> {
  const { records } = await showDomain(database, mailHostOf(service), domain);
  return {
    object: 'domain',
    id: domain.id,
    account_id: domain.accountId,
    name: domain.name,
    status: domain.status,
    vouched: domain.isVouched,
    records: records.map(toRecordData),
    zone_file: toZoneFile(records),
  };
}

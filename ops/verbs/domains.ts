// Verbs for the domains of accounts: add one, and print the DNS records that its owner publishes.

import { parseMailDomain } from '../../shared/mail/mail-domain.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { requireAccount } from '../../shared/resources/accounts/account.ts';
import { addVouchedDomain } from '../../shared/resources/domains/add-vouched.ts';
import { listDomainRecords, type MailHost } from '../../shared/resources/domains/dns-records.ts';
import { requireDomainInDns, type StoredDomain } from '../../shared/resources/domains/find-in-dns.ts';
import { toZoneFile } from '../../shared/resources/domains/zone-file.ts';
import { readDomain } from '../read-words.ts';
import type { Verb } from '../verb.ts';

export const addDomainVerb: Verb = {
  summary:
    'Adds a domain to an account, verified on your word, and prints its DNS records. Needs SECRET_KEY.',
  parameters: ['account', 'domain'],
  options: {},
  async run({ account = '', domain = '' }, { database, ids, secrets, service }) {
    const name = readDomain(domain);
    requireMailHost(service);
    const { id: accountId } = await requireAccount(database, account);
    const deps = { ids, secrets: secrets() };
    await transaction(database, (client) => addVouchedDomain(client, deps, { accountId, name }));
    return toDomain(await requireDomainInDns(database, name), service);
  },
};

export const domainRecordsVerb: Verb = {
  summary: 'Prints the DNS records that the owner of a domain publishes.',
  parameters: ['domain'],
  options: {},
  async run({ domain = '' }, { database, service }) {
    const name = readDomain(domain);
    requireMailHost(service);
    return toDomain(await requireDomainInDns(database, name), service);
  },
};

/** Records that name `localhost` or an IP address would be worthless. */
function requireMailHost({ mailHostname }: MailHost): void {
  if (parseMailDomain(mailHostname) !== undefined) return;
  throw new ConfigError(
    `Configuration: the DNS records name this service, and "${mailHostname}" is no public host name: set MAIL_HOSTNAME or PUBLIC_URL.`,
  );
}

function toDomain(domain: StoredDomain, mailHost: MailHost): object {
  const records = listDomainRecords(domain, mailHost);
  return {
    object: 'domain',
    id: domain.id,
    account_id: domain.accountId,
    name: domain.name,
    status: domain.status,
    records: records.map(({ record, name, type, value, priority, isRequired }) => ({
      record,
      name,
      type,
      value,
      ...(priority === undefined ? {} : { priority }),
      required: isRequired,
    })),
    zone_file: toZoneFile(records),
  };
}

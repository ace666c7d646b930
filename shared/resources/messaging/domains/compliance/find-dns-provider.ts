// Finds out which company serves the DNS of a domain, so that its owner knows where to edit the records. The NS records
// belong to the zone, which may begin at the domain or above it.

import { listWalkedNames } from '../../../../mail/domains/dmarc.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { DnsQuestions } from '../../../../platform/net/dns/answer.ts';
import { requirePackage } from '../../../../platform/process/require-package.ts';
import { requireDomain } from '../find.ts';
import { bounded } from './bounded.ts';
import { type DnsProvider, findProviderOf } from './dns-providers.ts';

const { getDomain } = requirePackage<typeof import('tldts')>('tldts');

/** The name servers of a domain. */
export interface DomainDnsProvider {
  id: string;
  name: string;
  /** Undefined: the name servers are not known, or of no provider that we know. */
  provider: DnsProvider | undefined;
  /** None if DNS did not answer. */
  nameServers: readonly string[];
}

/** Dependencies of asking for the name servers. */
export interface DnsProviderDeps {
  database: Queryable;
  dns: Pick<DnsQuestions, 'ns'>;
}

/** Name servers that are shown. */
const NAME_SERVERS_MAX = 20;

/** @throws DomainError `not_found` */
export async function findDnsProvider(
  { database, dns }: DnsProviderDeps,
  { accountId, id }: { accountId: string; id: string },
): Promise<DomainDnsProvider> {
  const { name } = await requireDomain(database, accountId, id);
  const nameServers = (await bounded(findNameServers(name, dns), [])).toSorted().slice(0, NAME_SERVERS_MAX);
  return { id, name, provider: findProviderOf(nameServers), nameServers };
}

/** The NS records of the zone: of the longest name that has any. */
async function findNameServers(name: string, dns: DnsProviderDeps['dns']): Promise<readonly string[]> {
  const answers = await Promise.all(listNamesOfZone(name).map((zone) => dns.ns(zone)));
  const nearest = answers.find(({ kind }) => kind !== 'absent');
  return nearest?.kind === 'found' ? nearest.values : [];
}

/** The domain and the names above it, up to the one that was registered: above it are the registry's own servers. */
function listNamesOfZone(name: string): string[] {
  const registered = getDomain(name) ?? name;
  return listWalkedNames(name).filter((zone) => zone === registered || zone.endsWith(`.${registered}`));
}

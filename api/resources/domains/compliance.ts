// Routes of /domains that ask DNS about a domain now: the sender rules of large mailbox providers, the servers that
// receive its mail, and the company that serves its DNS. They change nothing.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import {
  type Compliance,
  checkCompliance,
} from '../../../shared/resources/messaging/domains/compliance/check-compliance.ts';
import {
  type DomainDnsProvider,
  findDnsProvider,
} from '../../../shared/resources/messaging/domains/compliance/find-dns-provider.ts';
import { checkMx, type MxCheck } from '../../../shared/resources/messaging/domains/compliance/mx-check.ts';
import type { Caller } from '../../caller.ts';
import { type Resource, route, uuidOf } from '../../route.ts';

const params = { id: uuidOf('Domain') };

/** Routes that ask DNS about a domain (docs/reference/domain-compliance.md). */
export const complianceRoutes: Resource = [
  route(OPERATIONS.getDomainCompliance, { params }, async ({ deps, caller, params: { id } }) =>
    toCompliance(await checkCompliance(deps, keyOf(caller, id))),
  ),
  route(OPERATIONS.checkDomainMx, { params }, async ({ deps, caller, params: { id } }) =>
    toMxCheck(await checkMx(deps, keyOf(caller, id))),
  ),
  route(OPERATIONS.getDomainDnsProvider, { params }, async ({ deps, caller, params: { id } }) =>
    toDnsProvider(await findDnsProvider(deps, keyOf(caller, id))),
  ),
];

function keyOf({ accountId }: Caller, id: string) {
  return { accountId, id };
}

function toCompliance({ id, name, met, rules }: Compliance) {
  return { object: 'domain_compliance', id, name, met, rules };
}

function toMxCheck({ domain, records, receivingReady, conflicts }: MxCheck) {
  return { object: 'mx_check', domain, records, receiving_ready: receivingReady, conflicts };
}

function toDnsProvider({ id, name, provider, nameServers }: DomainDnsProvider) {
  return {
    object: 'domain_dns_provider',
    id,
    name,
    provider: provider?.name ?? null,
    records_url: provider?.recordsUrl ?? null,
    nameservers: nameServers,
  };
}

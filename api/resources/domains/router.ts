// Routes of /domains: create, list, read, change, verify and delete domains, and read their DNS records as files.
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { createDomain } from '../../../shared/resources/messaging/domains/create.ts';
import { deleteDomain } from '../../../shared/resources/messaging/domains/delete.ts';
import type { ShownDomain } from '../../../shared/resources/messaging/domains/domain.ts';
import { requireShownDomain } from '../../../shared/resources/messaging/domains/find.ts';
import { rotateDkimKey } from '../../../shared/resources/messaging/domains/keys/rotate.ts';
import { DOMAIN_LIST } from '../../../shared/resources/messaging/domains/list.ts';
import { addOutlooks, describePage } from '../../../shared/resources/messaging/domains/records/outlook.ts';
import { findWarmUps } from '../../../shared/resources/messaging/domains/reputation/warm-up.ts';
import { updateDomain } from '../../../shared/resources/messaging/domains/update.ts';
import { verifyDomain } from '../../../shared/resources/messaging/domains/verify.ts';
import type { ApiDeps } from '../../deps.ts';
import { wantsType } from '../../http/wants-type.ts';
import { toList } from '../../page.ts';
import { Content } from '../../reply.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import { claimRoutes } from './claims.ts';
import { complianceRoutes } from './compliance.ts';
import { withNames } from './deps.ts';
import {
  createDomainInput,
  listDomainsQuery,
  toDomainChanges,
  toWantedDomain,
  updateDomainInput,
} from './input.ts';
import { toCsvFile, toDomain, toDomainItem, toZoneFileAnswer } from './output.ts';
import { reputationRoutes } from './reputation.ts';
import { domainUsesRoutes } from './uses.ts';

const params = { id: uuidOf('Domain') };

/** Routes of domains. */
export const domainRoutes: Resource = [
  route(OPERATIONS.createDomain, { body: createDomainInput }, async ({ deps, caller, body }) => {
    const wanted = toWantedDomain(caller.accountId, body);
    return await describe(deps, await createDomain(withNames(deps), wanted, deps.clock.now()));
  }),
  route(OPERATIONS.listDomains, { query: listDomainsQuery }, async ({ deps, caller, query }) => {
    const { database } = deps;
    const filters = { q: query.q, status: query.status, needsAttention: query.needs_attention };
    const page = await findPageOf(database, DOMAIN_LIST, caller.accountId, query, filters);
    const rows = await describePage(database, withNames(deps).mailHost, page.rows);
    const warmUps = await findWarmUps(database, rows, deps.clock.now());
    return toList({ ...page, rows }, (domain) => toDomainItem(domain, warmUps.get(domain.id)));
  }),
  // Before the paths with an id: `claim` is not one.
  ...claimRoutes,
  route(OPERATIONS.getDomain, { params }, async (call) => describe(call.deps, await findShown(call))),
  route(
    OPERATIONS.updateDomain,
    { params, body: updateDomainInput },
    async ({ deps, caller: { accountId }, params: { id }, body }) => {
      const changes = toDomainChanges(body);
      const updated = await updateDomain(withNames(deps), { accountId, id }, changes, deps.clock.now());
      return await describe(deps, updated);
    },
  ),
  route(OPERATIONS.deleteDomain, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const deleted = await deleteDomain(withNames(deps), { accountId, id }, deps.clock.now());
    return { object: 'domain', id: deleted.id, deleted: true, audience_id: deleted.audienceId };
  }),
  route(OPERATIONS.verifyDomain, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const domain = await verifyDomain(withNames(deps), { accountId, id }, deps.clock.now());
    return { object: 'domain', id: domain.id, status: domain.status };
  }),
  route(OPERATIONS.rotateDomainDkim, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const { mailHost, ...given } = withNames(deps);
    await rotateDkimKey({ ...given, mailHost }, { accountId, id }, deps.clock.now());
    return await describe(deps, await requireShownDomain(deps.database, mailHost, accountId, id));
  }),
  route(OPERATIONS.getDomainRecordsCsv, { params }, async (call) => {
    const domain = await findShown(call);
    const { filename, csv } = toCsvFile(domain);
    return wantsType(call.request, 'text/csv')
      ? new Content('text/csv; charset=utf-8', csv, filename)
      : { object: 'domain_records_csv', id: domain.id, filename, csv };
  }),
  route(OPERATIONS.getDomainZoneFile, { params }, async (call) => toZoneFileAnswer(await findShown(call))),
  ...complianceRoutes,
  ...reputationRoutes,
  ...domainUsesRoutes,
];

async function describe(deps: ApiDeps, domain: ShownDomain) {
  const { database, clock } = deps;
  const [described] = await addOutlooks(database, [domain]);
  if (!described) throw notFound('Domain');
  const warmUps = await findWarmUps(database, [domain], clock.now());
  return toDomain(described, withNames(deps).mailHost.trackingHost, warmUps.get(domain.id));
}

function findShown({
  deps,
  caller,
  params: { id },
}: Pick<Call<'/domains/:id'>, 'deps' | 'caller' | 'params'>): Promise<ShownDomain> {
  return requireShownDomain(deps.database, withNames(deps).mailHost, caller.accountId, id);
}

// Routes of /domains: the sending and receiving domains of an account.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { listDomains } from '../../../shared/resources/domains/list.ts';
import { toList } from '../../page.ts';
import { type Resource, route } from '../../route.ts';
import { listDomainsQuery } from './input.ts';
import { toDomainItem } from './output.ts';

/** Routes of domains. */
export const domainRoutes: Resource = [
  route(OPERATIONS.listDomains, { query: listDomainsQuery }, async ({ deps, caller, query }) =>
    toList(await listDomains(deps.database, caller.accountId, query), toDomainItem),
  ),
];

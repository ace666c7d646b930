// /domains: the sending and receiving domains of an account.

import { Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { listDomains } from '../../../shared/resources/domains/list.ts';
import { answerJson } from '../../answer.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { listDomainsQuery } from './input.ts';
import { toDomainItem } from './output.ts';

/** Routes of domains. */
export function domainsRouter({ database }: ApiDeps): Router {
  const router = Router();
  route(router, OPERATIONS.listDomains, async (request, response) => {
    const page = validate(listDomainsQuery, request.query);
    const domains = await listDomains(database, callerOf(request).accountId, page);
    answerJson(response, toList(domains, toDomainItem));
  });
  return router;
}

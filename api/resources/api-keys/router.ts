// /api-keys: lists keys. Making, editing and revoking them is for signed-in people (interface.md,
// Authentication 6), so those operations have only their guards until people can sign in.

import { Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { listApiKeys } from '../../../shared/resources/api-keys/list.ts';
import { answerJson } from '../../answer.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { listApiKeysQuery } from './input.ts';
import { toApiKeyItem } from './output.ts';

/** Routes of API keys. */
export function apiKeysRouter({ database }: ApiDeps): Router {
  const router = Router();
  route(router, OPERATIONS.listApiKeys, async (request, response) => {
    const page = validate(listApiKeysQuery, request.query);
    const keys = await listApiKeys(database, callerOf(request).accountId, page);
    answerJson(response, toList(keys, toApiKeyItem));
  });
  route(router, OPERATIONS.createApiKey);
  route(router, OPERATIONS.updateApiKey);
  route(router, OPERATIONS.deleteApiKey);
  return router;
}

// Routes of /oauth/grants, which clients of Resend ask. Programs sign in with API keys, so there are no grants
// (docs/reference/api-keys.md#oauth-grants).
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { pageQuery, toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';

const WHAT = 'OAuth grant';

/** Routes of OAuth grants. */
export const oauthGrantRoutes: Resource = [
  route(OPERATIONS.listOauthGrants, { query: pageQuery }, () =>
    Promise.resolve(toList({ rows: [], hasMore: false }, (row: never) => row)),
  ),
  route(OPERATIONS.revokeOauthGrant, { params: { id: uuidOf(WHAT) } }, () => Promise.reject(notFound(WHAT))),
];

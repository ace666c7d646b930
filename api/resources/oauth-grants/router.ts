// Routes of /oauth/grants, which clients of Resend ask. Programs sign in with API keys, so there are no grants, and
// no path of one (docs/reference/api-keys.md#oauth-grants).
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { pageQuery, toList } from '../../page.ts';
import { type Resource, route } from '../../route.ts';

/** Routes of OAuth grants. */
export const oauthGrantRoutes: Resource = [
  route(OPERATIONS.listOauthGrants, { query: pageQuery }, () =>
    Promise.resolve(toList({ rows: [], hasMore: false }, (row: never) => row)),
  ),
];

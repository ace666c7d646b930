// Routes of /auth: the person's own session and the other ones, their name, signing out, other accounts.

import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { describeSession } from '../../../shared/resources/foundation/sessions/describe.ts';
import { endSession, endSessions } from '../../../shared/resources/foundation/sessions/end.ts';
import { SESSION_LIST } from '../../../shared/resources/foundation/sessions/list.ts';
import { switchAccount } from '../../../shared/resources/foundation/sessions/switch-account.ts';
import { updateProfile } from '../../../shared/resources/people/people/update-profile.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { removeSessionCookie, setSessionCookie } from '../../sessions/authenticate-session.ts';
import { listSessionsQuery, switchAccountInput, updateProfileInput } from './input.ts';
import { toSession, toSessionItem } from './output.ts';

/** Routes of sessions. */
export const sessionRoutes: Resource = [
  route(OPERATIONS.getSession, {}, async ({ deps, caller }) =>
    toSession(await describeSession(deps.database, caller.sessionId)),
  ),
  route(OPERATIONS.updateProfile, { body: updateProfileInput }, async ({ deps, caller, body }) => {
    await updateProfile(deps.database, caller.personId, body);
    return toSession(await describeSession(deps.database, caller.sessionId));
  }),
  route(OPERATIONS.logout, {}, async ({ deps, caller: { personId, sessionId: id }, response }) => {
    await endSession(deps.database, { personId, id });
    removeSessionCookie(response, deps.config.publicUrl);
    return { object: 'session', id, deleted: true };
  }),
  route(
    OPERATIONS.switchAccount,
    { body: switchAccountInput },
    async ({ deps, caller: { sessionId }, body, response }) => {
      const token = await switchAccount(deps.database, { sessionId, accountId: body.account_id });
      setSessionCookie(response, deps.config.publicUrl, token);
      return toSession(await describeSession(deps.database, sessionId));
    },
  ),
  route(OPERATIONS.listSessions, { query: listSessionsQuery }, async ({ deps, caller, query }) => {
    const { personId, sessionId } = caller;
    const page = await findPageOf(deps.database, SESSION_LIST, personId, query, {
      activeAt: deps.clock.now(),
    });
    return toList(page, (session) => toSessionItem(session, sessionId));
  }),
  route(OPERATIONS.endOtherSessions, {}, async ({ deps, caller: { personId, sessionId: exceptId } }) => ({
    object: 'ended_sessions',
    count: await endSessions(deps.database, { personId, exceptId }),
  })),
  route(
    OPERATIONS.endSession,
    { params: { id: uuidOf('Session') } },
    async ({ deps, caller: { personId, sessionId }, params, response }) => {
      const id = params.id.toLowerCase();
      if (!(await endSession(deps.database, { personId, id }))) throw notFound('Session');
      if (id === sessionId) removeSessionCookie(response, deps.config.publicUrl);
      return { object: 'session', id, deleted: true };
    },
  ),
];

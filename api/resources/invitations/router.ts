// Routes of /invitations: invite, list, send again and withdraw. Accepting is a route of auth.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import {
  deleteInvitation,
  resendInvitation,
} from '../../../shared/resources/people/members/invitations/change.ts';
import { createInvitation } from '../../../shared/resources/people/members/invitations/create.ts';
import { INVITATION_LIST } from '../../../shared/resources/people/members/invitations/list.ts';
import type { SentInvitation } from '../../../shared/resources/people/members/invitations/send.ts';
import { mailLink } from '../../../shared/resources/people/one-time-links/mail.ts';
import { addMailStates } from '../../../shared/resources/people/one-time-links/mail-state.ts';
import { actOf } from '../../audit-writes.ts';
import type { SessionCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { createInvitationInput, listInvitationsQuery } from './input.ts';
import { toInvitationItem, toNewInvitation } from './output.ts';

const params = { id: uuidOf('Invitation') };

/** Routes of invitations. */
export const invitationRoutes: Resource = [
  route(OPERATIONS.listInvitations, { query: listInvitationsQuery }, async ({ deps, caller, query }) => {
    const page = await findPageOf(deps.database, INVITATION_LIST, caller.accountId, query);
    const now = deps.clock.now();
    const rows = await addMailStates(deps.database, page.rows, now);
    return toList({ ...page, rows }, (invitation) => toInvitationItem(invitation, now));
  }),
  route(OPERATIONS.createInvitation, { body: createInvitationInput }, async ({ deps, caller, body }) => {
    const act = actBy(caller, deps, 'createInvitation');
    return answerSent(deps, await createInvitation(deps, act, body), act.now);
  }),
  route(OPERATIONS.resendInvitation, { params }, async ({ deps, caller, params: { id } }) => {
    const act = actBy(caller, deps, 'resendInvitation');
    return answerSent(deps, await resendInvitation(deps, act, id), act.now);
  }),
  route(OPERATIONS.deleteInvitation, { params }, async ({ deps, caller, params: { id } }) => {
    const deleted = await deleteInvitation(deps, actBy(caller, deps, 'deleteInvitation'), id);
    return { object: 'invitation', id: deleted.id, deleted: true };
  }),
];

function actBy(caller: SessionCaller, { clock }: ApiDeps, operation: string) {
  return { ...actOf(caller), operation, now: clock.now() };
}

/** The mail is sent after the answer: a mailbox must not decide how long it takes. */
function answerSent(deps: ApiDeps, sent: SentInvitation, now: Date) {
  const id = sent.mailedLinkId;
  deps.background.start(`mail link ${id}`, () => mailLink(deps, id));
  return toNewInvitation(sent, deps.config.publicUrl, now);
}

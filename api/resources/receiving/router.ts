// Routes of /emails/receiving: list, read and delete received emails, their files and their bytes.
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { listReceivingAddresses } from '../../../shared/resources/messaging/receiving/addresses/list.ts';
import { requireReceived } from '../../../shared/resources/messaging/receiving/find.ts';
import { removeReceived } from '../../../shared/resources/messaging/receiving/remove.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { receivedAttachmentRoutes } from './attachments.ts';
import { embedOwnImages } from './embed-own-images.ts';
import { getReceivedQuery, listReceivedQuery } from './input.ts';
import { listReceived } from './list.ts';
import { toDeletedReceived, toReceivedEmail, toReceivingAddress } from './output.ts';
import { rawRoutes } from './raw.ts';
import { receivingReplyRoutes } from './replies/router.ts';

const params = { id: uuidOf('Email') };

/** Routes of received emails. Fixed words precede `:id`, because the first match wins. */
export const receivingRoutes: Resource = [
  route(OPERATIONS.listReceivedEmails, { query: listReceivedQuery }, (call) =>
    listReceived(call, call.query),
  ),
  route(OPERATIONS.listReceivingAddresses, {}, async ({ deps, caller }) => {
    const rows = await listReceivingAddresses(deps.database, caller.accountId);
    return toList({ rows, hasMore: false }, toReceivingAddress);
  }),
  route(
    OPERATIONS.getReceivedEmail,
    { params, query: getReceivedQuery },
    async ({ deps, caller, params: { id }, query: { html_format: format } }) => {
      const email = await requireReceived(deps.database, caller.accountId, id);
      const html = format === 'cid' ? email.html : await embedOwnImages(deps, email);
      return toReceivedEmail(email, html, format, deps);
    },
  ),
  route(OPERATIONS.deleteReceivedEmail, { params }, async ({ deps, caller, params: { id } }) => {
    const [removed] = await removeReceived(deps.database, caller.accountId, [id]);
    if (removed === undefined) throw notFound('Email');
    return toDeletedReceived(removed);
  }),
  ...rawRoutes,
  ...receivedAttachmentRoutes,
  ...receivingReplyRoutes,
];

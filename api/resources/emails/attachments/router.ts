// Routes of /emails/:id/attachments: the attachments of an email, with download links.
import { ATTACHMENTS_MAX } from '../../../../shared/contract/limits.ts';
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import {
  listAttachments,
  requireAttachment,
} from '../../../../shared/resources/messaging/emails/attachments/find.ts';
import { openPageQuery, toList } from '../../../page.ts';
import { type Resource, route, uuidOf } from '../../../route.ts';
import { toAttachment, toAttachmentItem } from './output.ts';

/** Routes of an email's attachments. */
export const attachmentRoutes: Resource = [
  route(
    OPERATIONS.listEmailAttachments,
    { params: { id: uuidOf('Email') }, query: openPageQuery },
    async ({ deps, caller, params: { id }, query }) => {
      // Without `limit` all attachments are returned, and an email has no more than this.
      const { limit = ATTACHMENTS_MAX, ...cursors } = query;
      const page = await listAttachments(deps.database, caller.accountId, id, { limit, ...cursors });
      return toList(page, (attachment) => toAttachmentItem(attachment, deps));
    },
  ),
  route(
    OPERATIONS.getEmailAttachment,
    { params: { id: { ...uuidOf('Email'), refusedAs: 'Attachment' }, attachmentId: uuidOf('Attachment') } },
    async ({ deps, caller: { accountId }, params: { id: emailId, attachmentId: id } }) =>
      toAttachment(await requireAttachment(deps.database, { accountId, emailId, id }), deps),
  ),
];

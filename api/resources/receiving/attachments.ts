// Routes of /emails/receiving/:id/attachments: the files of a received email, with download links.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import {
  listReceivedAttachments,
  requireReceivedAttachment,
} from '../../../shared/resources/messaging/receiving/attachments.ts';
import { openPageQuery, toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { toReceivedAttachment, toReceivedAttachmentItem } from './output.ts';

/** More files than an email has: parsing gives up at 1,000 parts. */
const ALL = 10_000;

/** Routes of the files of a received email. */
export const receivedAttachmentRoutes: Resource = [
  route(
    OPERATIONS.listReceivedAttachments,
    { params: { id: uuidOf('Email') }, query: openPageQuery },
    async ({ deps, caller, params: { id }, query }) => {
      const { limit = ALL, ...cursors } = query;
      const page = await listReceivedAttachments(deps.database, caller.accountId, id, { limit, ...cursors });
      return toList(page, (file) => toReceivedAttachmentItem(file, deps));
    },
  ),
  route(
    OPERATIONS.getReceivedAttachment,
    { params: { id: { ...uuidOf('Email'), refusedAs: 'Attachment' }, attachmentId: uuidOf('Attachment') } },
    async ({ deps, caller: { accountId }, params: { id: emailId, attachmentId: id } }) =>
      toReceivedAttachment(await requireReceivedAttachment(deps.database, { accountId, emailId, id }), deps),
  ),
];

// /emails/:id/attachments: what was attached to an email, with links to download it.
import { Router } from 'express';
import { DomainError } from '../../../../shared/contract/domain-error.ts';
import { ATTACHMENTS_MAX } from '../../../../shared/contract/limits.ts';
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { isUuidV7 } from '../../../../shared/platform/time/ids.ts';
import { findAttachment, listAttachments } from '../../../../shared/resources/emails/attachments/find.ts';
import { emailNotFound } from '../../../../shared/resources/emails/not-found.ts';
import { answerJson } from '../../../answer.ts';
import { callerOf } from '../../../caller.ts';
import type { ApiDeps } from '../../../deps.ts';
import { toList } from '../../../page.ts';
import { route } from '../../../route.ts';
import { validate } from '../../../validate.ts';
import { emailOf } from '../path.ts';
import { listAttachmentsQuery } from './input.ts';
import { toAttachment, toAttachmentItem } from './output.ts';

/** Routes of an email's attachments. */
export function emailAttachmentsRouter(deps: ApiDeps): Router {
  const { database } = deps;
  const router = Router();
  route(router, OPERATIONS.listEmailAttachments, async (request, response) => {
    // Without a limit everything is answered, and an email has no more than this.
    const { limit = ATTACHMENTS_MAX, ...cursors } = validate(listAttachmentsQuery, request.query);
    const { accountId, id } = emailOf(request);
    const page = await listAttachments(database, accountId, id, { limit, ...cursors });
    if (!page) throw emailNotFound();
    answerJson(
      response,
      toList(page, (attachment) => toAttachmentItem(attachment, deps)),
    );
  });
  route(router, OPERATIONS.getEmailAttachment, async (request, response) => {
    const [emailId, id] = [String(request.params['id']), String(request.params['attachmentId'])];
    const areIds = isUuidV7(emailId) && isUuidV7(id);
    const attachment = areIds
      ? await findAttachment(database, callerOf(request).accountId, emailId, id)
      : undefined;
    if (!attachment) throw new DomainError('not_found', 'Attachment not found.');
    answerJson(response, toAttachment(attachment, deps));
  });
  return router;
}

// JSON form of an attachment. A hosted file (`path`) that was not fetched yet has no size and no link.
import type { StoredAttachment } from '../../../../shared/resources/messaging/emails/attachments/attachment.ts';
import { attachmentPath, createDownloadLink, type LinkDeps } from './attachment-link.ts';

/** An item of GET /emails/:id/attachments. */
export function toAttachmentItem(attachment: StoredAttachment, deps: LinkDeps) {
  const { id, filename, contentType, contentId, disposition, content } = attachment;
  const link = content && createDownloadLink(deps, attachmentPath(id));
  return {
    id,
    filename,
    size: content?.size ?? null,
    content_type: contentType,
    content_disposition: disposition,
    content_id: contentId,
    download_url: link?.url ?? null,
    expires_at: link?.endsAt.toISOString() ?? null,
  };
}

/** The answer of GET /emails/:id/attachments/:attachmentId. */
export function toAttachment(attachment: StoredAttachment, deps: LinkDeps) {
  return { object: 'attachment', ...toAttachmentItem(attachment, deps) };
}

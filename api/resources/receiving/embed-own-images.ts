// `html_format=data_uri`: makes the images of a received email a part of its HTML, as far as they fit
// (docs/reference/receiving.md#get-emailsreceivingid).
import { embedImages } from '../../../shared/mail/html/message-document.ts';
import type { ReceivedEmail } from '../../../shared/resources/messaging/receiving/find.ts';
import type { ApiDeps } from '../../deps.ts';
import { EMBEDDED_MAX_BYTES, readShownImages } from '../emails/attachments/shown-images.ts';

/** @returns the HTML; null: the email has none */
export async function embedOwnImages(
  { received }: ApiDeps,
  { html, attachments }: ReceivedEmail,
): Promise<string | null> {
  if (html === null) return null;
  const images = await readShownImages(html, received, async () =>
    attachments.map(({ storedId: id, size, ...file }) => ({ ...file, content: { id, size } })),
  );
  return embedImages(html, images, EMBEDDED_MAX_BYTES);
}

// The images of an email that its HTML shows by `cid:…`, for a document or an HTML that has them in it.
import {
  type EmbeddableImage,
  findContentIds,
  isEmbeddableType,
} from '../../../../shared/mail/html/message-document.ts';
import type { StoredContent, UploadStore } from '../../../../shared/platform/storage/upload-store.ts';

/** Images of one document. In the document they are a third larger, and a process makes a few documents at a time. */
export const EMBEDDED_MAX_BYTES = 12 * 1024 * 1024;

/** A file of an email. */
interface FileOfEmail {
  contentId: string | null;
  contentType: string;
  content: StoredContent | null;
}

/** Reads the images, as far as they fit. @param findFiles called if the HTML refers to any */
export async function readShownImages(
  html: string,
  store: UploadStore,
  findFiles: () => Promise<readonly FileOfEmail[]>,
): Promise<EmbeddableImage[]> {
  const wanted = findContentIds(html);
  if (wanted.size === 0) return [];
  const images: EmbeddableImage[] = [];
  let bytesLeft = EMBEDDED_MAX_BYTES;
  for (const { contentId, contentType, content } of await findFiles()) {
    if (contentId === null || !wanted.has(contentId) || !isEmbeddableType(contentType)) continue;
    if (!content || content.size > bytesLeft) continue;
    bytesLeft -= content.size;
    const pieces: Buffer[] = [];
    for await (const piece of store.read(content)) pieces.push(piece);
    images.push({ contentId, contentType, content: Buffer.concat(pieces) });
  }
  return images;
}

// The address under which an attachment can be downloaded for an hour, without a key (decisions.md §2, Attachments).
import { DOWNLOAD_LINK_SECONDS } from '../../shared/contract/limits.ts';
import type { LinkSigner } from '../../shared/signed-links.ts';

/** Path of the downloads; the id follows. */
export const ATTACHMENT_DOWNLOADS = '/downloads/attachments';

/** What links are made of. */
export interface LinkDeps {
  config: { publicUrl: string };
  links: LinkSigner;
  clock: { now(): Date };
}

/** What a link is about, as it is signed. */
export function subjectOf(attachmentId: string): string {
  return `attachments/${attachmentId}`;
}

/** A link that works from now on, and when it ends. */
export function createDownloadLink(
  { config, links, clock }: LinkDeps,
  attachmentId: string,
): { url: string; expiresAt: Date } {
  const expires = Math.floor(clock.now().getTime() / 1000) + DOWNLOAD_LINK_SECONDS;
  const query = new URLSearchParams({
    expires: String(expires),
    signature: links.sign(subjectOf(attachmentId), expires),
  });
  const url = `${config.publicUrl.replace(/\/$/, '')}${ATTACHMENT_DOWNLOADS}/${attachmentId}?${query}`;
  return { url, expiresAt: new Date(expires * 1000) };
}

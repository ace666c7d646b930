// The address under which an attachment can be downloaded for an hour, without a key (decisions.md §2, Attachments).
import { DOWNLOAD_LINK_SECONDS } from '../../shared/contract/limits.ts';
import type { SignedLinks } from '../../shared/platform/security/signed-links.ts';

/** What links are made of. */
export interface LinkDeps {
  links: SignedLinks;
  clock: { now(): Date };
}

/** Where an attachment is. */
export function attachmentPath(id: string): string {
  return `/downloads/attachments/${id}`;
}

/** A link that works from now on, and when it ends: whole seconds, as the link tells it. */
export function createDownloadLink({ links, clock }: LinkDeps, id: string): { url: string; endsAt: Date } {
  const endsAt = new Date((Math.floor(clock.now().getTime() / 1000) + DOWNLOAD_LINK_SECONDS) * 1000);
  return { url: links.sign(attachmentPath(id), endsAt), endsAt };
}

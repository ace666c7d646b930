// Signed download links for attachments, and for received messages and reports: they work for an hour without a key
// (docs/reference/attachments.md#download-links).
import { DOWNLOAD_LINK_SECONDS } from '../../../../shared/contract/limits.ts';
import type { SignedLinks } from '../../../../shared/platform/security/signed-links.ts';

/** The dependencies of creating a link. */
export interface LinkDeps {
  links: SignedLinks;
  clock: { now(): Date };
}

/** Path of the download of an attachment. */
export function attachmentPath(id: string): string {
  return `/downloads/attachments/${id}`;
}

/** Path of the download of a file of a received email. */
export function receivedAttachmentPath(id: string): string {
  return `/downloads/received-attachments/${id}`;
}

/** Path of the download of a received email. */
export function receivedEmailPath(id: string): string {
  return `/downloads/received-emails/${id}`;
}

/** Path of the download of a report, which no link to a received email opens. */
export function reportPath(id: string): string {
  return `/downloads/reports/${id}`;
}

/** @returns a link that is valid from now on, and its expiry: whole seconds, the precision of the link */
export function createDownloadLink({ links, clock }: LinkDeps, path: string): { url: string; endsAt: Date } {
  const endsAt = new Date((Math.floor(clock.now().getTime() / 1000) + DOWNLOAD_LINK_SECONDS) * 1000);
  return { url: links.sign(path, endsAt), endsAt };
}

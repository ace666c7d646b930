// The response with the link of a shared email, and the path of the page that it leads to (api/public/shared-email.ts).
import type { SignedLinks } from '../../../../shared/platform/security/signed-links.ts';

/** Path above the pages of shared emails. */
export const SHARED_EMAILS_PATH = '/share/emails';

/** Path of the page of a shared email. */
export function sharedEmailPath(id: string): string {
  return `${SHARED_EMAILS_PATH}/${id}`;
}

/** The answer of POST /emails/:id/share. */
export function toSharedEmail(links: SignedLinks, id: string, endsAt: Date) {
  return { object: 'email', id, url: links.sign(sharedEmailPath(id), endsAt) };
}

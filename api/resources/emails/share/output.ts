// The response with the link of a shared email.
import type { SignedLinks } from '../../../../shared/platform/security/signed-links.ts';
import { sharedEmailPath } from '../../../public/shared-email.ts';

/** The answer of POST /emails/:id/share. */
export function toSharedEmail(links: SignedLinks, id: string, endsAt: Date) {
  return { object: 'email', id, url: links.sign(sharedEmailPath(id), endsAt) };
}

// Route of POST /emails/:id/share: creates a link by which anybody can view an email for a limited time
// (docs/reference/emails.md#post-emailsidshare).
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { requireShareableEmail } from '../../../../shared/resources/messaging/emails/find-shared.ts';
import { type Resource, route, uuidOf } from '../../../route.ts';
import { SHARED_MAX_MS, shareEmailInput } from './input.ts';
import { toSharedEmail } from './output.ts';

/** Routes of shared emails. */
export const shareRoutes: Resource = [
  route(
    OPERATIONS.shareEmail,
    { params: { id: uuidOf('Email') }, body: shareEmailInput },
    async ({ deps: { database, clock, links }, caller, params: { id }, body }) => {
      await requireShareableEmail(database, caller.accountId, id);
      const endsAt = new Date(clock.now().getTime() + (body.expires_in ?? SHARED_MAX_MS));
      return toSharedEmail(links, id, endsAt);
    },
  ),
];

// Routes of /unsubscribe-page: read and change the settings of the pages on which people unsubscribe.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findUnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/find.ts';
import { updateUnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/update.ts';
import { type Resource, route } from '../../route.ts';
import { toPageChanges, updateUnsubscribePageInput } from './input.ts';
import { toUnsubscribePage } from './output.ts';

/** Routes of the settings. */
export const unsubscribePageRoutes: Resource = [
  route(OPERATIONS.getUnsubscribePage, {}, async ({ deps, caller }) =>
    toUnsubscribePage(await findUnsubscribePage(deps.database, caller.accountId)),
  ),
  route(
    OPERATIONS.updateUnsubscribePage,
    { body: updateUnsubscribePageInput },
    async ({ deps: { database, clock }, caller, body }) => {
      const changes = { ...toPageChanges(body), ifUpdatedAt: body.if_updated_at };
      return toUnsubscribePage(await updateUnsubscribePage(database, caller.accountId, changes, clock.now()));
    },
  ),
];

// Routes of /unsubscribe-page: read and change the settings of the pages on which people unsubscribe.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findUnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/find.ts';
import { updateUnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/update.ts';
import { type Resource, route } from '../../route.ts';
import { updateUnsubscribePageInput } from './input.ts';
import { toUnsubscribePage } from './output.ts';

/** Routes of the settings. */
export const unsubscribePageRoutes: Resource = [
  route(OPERATIONS.getUnsubscribePage, {}, async ({ deps, caller }) =>
    toUnsubscribePage(await findUnsubscribePage(deps.database, caller.accountId)),
  ),
  route(
    OPERATIONS.updateUnsubscribePage,
    { body: updateUnsubscribePageInput },
    async ({ deps, caller, body }) => {
      /** A text without characters is none. */
      const textOf = (text: string | null | undefined) => (text === '' ? null : text);
      const colorOf = (color: string | null | undefined) => color?.toLowerCase() ?? color;
      const changes = {
        title: textOf(body.title),
        description: textOf(body.description),
        confirmation: textOf(body.confirmation),
        logoUrl: textOf(body.logo_url),
        backgroundColor: colorOf(body.background_color),
        textColor: colorOf(body.text_color),
        accentColor: colorOf(body.accent_color),
        senderName: textOf(body.sender_name),
        postalAddress: textOf(body.postal_address),
      };
      return toUnsubscribePage(
        await updateUnsubscribePage(deps.database, caller.accountId, changes, deps.clock.now()),
      );
    },
  ),
];

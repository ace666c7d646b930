// JSON form of the settings of the unsubscribe pages (docs/reference/unsubscribes.md#the-settings-of-the-pages).
import type { UnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';

/** The answer of GET and PATCH /unsubscribe-page. */
export function toUnsubscribePage(page: UnsubscribePage) {
  return {
    object: 'unsubscribe_page',
    title: page.title,
    description: page.description,
    confirmation: page.confirmation,
    logo_url: page.logoUrl,
    background_color: page.backgroundColor,
    text_color: page.textColor,
    accent_color: page.accentColor,
    sender_name: page.senderName,
    postal_address: page.postalAddress,
    updated_at: page.updatedAt?.toISOString() ?? null,
  };
}

// Renders the answers for mail that cannot be shown.
import type { NoWebVersion } from '../../../shared/resources/flows/web-version/find.ts';
import type { UnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';
import { type AccountPage, accountPage, isolated } from '../unsubscribe/layout.ts';

const TITLES: Readonly<Record<NoWebVersion, string>> = {
  off: 'This page is not available',
  gone: 'This email is no longer available',
};

/** The page of mail that its sender does not show, or that was removed. */
export function renderNoWebVersion(reason: NoWebVersion, settings: UnsubscribePage): AccountPage {
  const name = settings.senderName && isolated(settings.senderName);
  const text = {
    off: `${name ?? 'The sender'} does not show this email on the web.`,
    gone: `Its page was removed after some time. The email that ${name ?? 'the sender'} sent you still has its content.`,
  }[reason];
  return accountPage(settings, TITLES[reason], `<h1>${TITLES[reason]}</h1>\n<p>${text}</p>`);
}

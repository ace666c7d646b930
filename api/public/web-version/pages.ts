// What is answered in place of mail that cannot be shown.
import { NO_PAGE_SETTINGS } from '../../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';
import { renderPage } from '../unsubscribe/layout.ts';

/** The page of mail that its sender does not show. */
export const OFF_PAGE = renderPage(NO_PAGE_SETTINGS, {
  title: 'Not available',
  main: `<h1>This page is not available</h1>
<p>The sender does not show this email on the web, or not yet.</p>`,
});

/** The page of mail that was removed. */
export const GONE_PAGE = renderPage(NO_PAGE_SETTINGS, {
  title: 'No longer kept',
  main: `<h1>This email is no longer kept</h1>
<p>Its page was removed after some time. The email that you got still has what it says.</p>`,
});

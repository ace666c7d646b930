// What is answered in place of mail that cannot be shown.
import { plainPage } from '../look/page.ts';

/** The page of mail that its sender does not show. */
export const OFF_PAGE = plainPage('This page is not available', [
  '<p>The sender does not show this email on the web, or not yet.</p>',
]);

/** The page of mail that was removed. */
export const GONE_PAGE = plainPage('This email is no longer kept', [
  '<p>Its page was removed after some time. The email that you got still has what it says.</p>',
]);

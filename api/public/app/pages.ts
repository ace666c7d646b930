// What the pages under /app say that need no script (docs/reference/pages.md).
import { escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import { type PlainPage, plainPage } from '../appearance/page.ts';

/**
 * The page of a link that does not sign in.
 * @param reason why, as a sentence
 * @param email of the link's person, to fill it in at the sign-in
 */
export function renderRefusedSignIn(reason: string, email: string | undefined): PlainPage {
  const path = email === undefined ? 'sign-in' : `sign-in?email=${encodeURIComponent(email)}`;
  return plainPage('This link cannot sign you in', [
    `<p>${escapeHtml(reason)}</p>`,
    `<p><a href="${escapeHtml(path)}">Sign in</a> with the password in <code>dev.json</code>, or run <code>npm start</code>
again to get another link.</p>`,
  ]);
}

/** The page of a link that signs in as soon as it is opened. */
export const SIGN_IN_PAGE = plainPage('Sign in', ['<p>Open this link in a browser to sign in.</p>']);

/** The page of a link from a mail that is unknown, used or expired. */
export const BROKEN_LINK = plainPage('This link does not work', [
  `<p>It was already used, has expired, was replaced by a newer link, or is incomplete. Request another link.</p>
<p>If you have a password, <a href="sign-in">sign in</a>.</p>`,
]);

/** The answer to a form whose link no longer exists. @param reason why the person is not signed in, as a sentence */
export function renderRefusal(reason: string): PlainPage {
  return plainPage('You are not signed in', [`<p role="alert">${escapeHtml(reason)}</p>`]);
}

/** The page of a path that is no page. */
export const NO_PAGE = plainPage('Page not found', ['<p>Check the URL.</p>']);

/** The page that replaces the dashboard while there is no build of it. */
export const NO_BUILD = plainPage('The dashboard is not built', [
  `<p>Run <code>npm run build</code> in the directory of Posthorn, then open this page again. <code>npm start</code> builds
the dashboard while it starts.</p>`,
  '<p>Everything else works without it: the API, mail and the command line.</p>',
]);

/** The page that replaces the documentation, which is built with the dashboard. */
export const NO_DOCUMENTATION = plainPage('The documentation is not built', [
  `<p>Run <code>npm run build</code> in the directory of Posthorn, then open this page again; in the repository the same
texts are below <code>docs/</code>. <code>npm start</code> builds them while it starts.</p>`,
]);

/** The page of a fault of ours. */
export const APP_FAILURE = plainPage('Please try again', [
  '<p>Something went wrong on our side. Nothing was changed. Open the page again in a minute.</p>',
]);

// What the pages under /app say until there is a dashboard (docs/reference/pages.md).
import { escapeAttribute, escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import type { DescribedSession } from '../../../shared/resources/sessions/describe.ts';
import { NO_PAGE_SETTINGS } from '../../../shared/resources/unsubscribe-page/unsubscribe-page.ts';
import { isolated, type RenderedPage, renderPage } from '../unsubscribe/layout.ts';

/** How the service runs, for the hints that pages give. */
export interface PageHost {
  publicUrl: string;
  isDevelopment: boolean;
}

/** Renders a page with a heading. @param parts HTML */
export function pageOf(
  title: string,
  parts: readonly string[],
  referrerPolicy: RenderedPage['referrerPolicy'] = 'no-referrer',
): RenderedPage {
  const main = [`<h1>${escapeHtml(title)}</h1>`, ...parts].join('\n');
  return renderPage(NO_PAGE_SETTINGS, { title, main, referrerPolicy });
}

/** The page of a signed-in person. */
export function renderHome({ publicUrl }: PageHost, session: DescribedSession): RenderedPage {
  const { person, accounts, accountId } = session;
  const account = accounts.find(({ id }) => id === accountId);
  const facts = [
    ['Person', `${isolated(person.name)} &lt;${isolated(person.email)}&gt;`],
    ['Account', isolated(account?.name ?? '')],
    ['Role', escapeHtml(account?.role ?? '')],
  ];
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return pageOf('You are signed in', [
    `<dl>${rows.join('\n')}</dl>`,
    `<p>The dashboard comes with the next release. ${apiHint(publicUrl)}</p>`,
    `<p>To sign out, send <code>POST /auth/logout</code> with the cookie of this browser and with the header
<code>X-CSRF-Token</code>, whose value <code>GET /auth/me</code> answers.</p>`,
  ]);
}

/** The page of anybody else. */
export function renderSignedOut({ publicUrl, isDevelopment }: PageHost): RenderedPage {
  const hint = isDevelopment
    ? 'Start <code>npm start</code> again: it prints a link that signs in.'
    : 'Ask the person who runs this service for an invitation.';
  return pageOf('You are not signed in', [
    `<p>${hint} With a password, <code>POST /auth/login</code> signs in. ${apiHint(publicUrl)}</p>`,
  ]);
}

/** The page of a link that does not sign in. @param reason why, as a sentence */
export function renderRefusedSignIn(host: PageHost, reason: string): RenderedPage {
  return pageOf('This link does not sign in', [
    `<p>${escapeHtml(reason)}</p>`,
    `<p>Start <code>npm start</code> again, which prints another link, or sign in with the password in
<code>dev.json</code>: <code>POST /auth/login</code>. ${apiHint(host.publicUrl)}</p>`,
  ]);
}

/** The page of a link that signs in as soon as somebody opens it. */
export const SIGN_IN_PAGE = pageOf('Sign in', ['<p>Open this link in a browser to sign in.</p>']);

/** The page of a link from a mail that is unknown, used or expired. */
export const BROKEN_LINK = pageOf('This link does not work', [
  '<p>It was used already, it has expired, another one was sent after it, or it is incomplete. Ask for another link.</p>',
]);

/** The answer to a form whose link is gone. @param reason why nobody is signed in, as a sentence */
export function renderRefusal(reason: string): RenderedPage {
  return pageOf('You are not signed in', [`<p role="alert">${escapeHtml(reason)}</p>`]);
}

/** The answer to a form of a person with a second factor. */
export const SECOND_FACTOR_NEEDED = pageOf('Done', [
  `<p role="status">To sign in, your second factor is needed too: <code>POST /auth/totp</code> takes the code, with the
cookie of this browser and within five minutes. Or sign in again later.</p>`,
]);

/** The page of a path that is no page. */
export const NO_PAGE = pageOf('There is no such page', ['<p>Check the address.</p>']);

function apiHint(publicUrl: string): string {
  return `<a href="${escapeAttribute(publicUrl)}/docs/">The description of the API</a> shows every operation.`;
}

// Composes the mail of a one-time link, in plain text and in HTML. Names of accounts and people are written by strangers of
// the recipient, so they are cut, and what would change the look of the mail is taken out of them.
import type { Role } from '../../../../contract/members/values.ts';
import { escapeAttribute, escapeHtml } from '../../../../platform/security/escape-html.ts';
import type { DueLink } from '../find-due.ts';
import type { LinkPurpose } from '../link.ts';
import { shownName } from './shown-name.ts';

/** A composed mail. */
export interface ComposedLinkMail {
  subject: string;
  text: string;
  html: string;
}

/** The parts of a mail. The link stands between the paragraphs. */
interface LinkMailParts {
  subject: string;
  before: readonly string[];
  /** The words of the link in HTML. */
  action: string;
  after: readonly string[];
}

/** Composes the mail of a link. @param url the link with its token */
export function composeLinkMail(link: DueLink, url: string): ComposedLinkMail {
  const parts = PARTS[link.purpose](link);
  return { subject: parts.subject, text: toText(parts, url), html: toHtml(parts, url) };
}

const PARTS: Readonly<Record<LinkPurpose, (link: DueLink) => LinkMailParts>> = {
  invitation,
  password_reset: passwordReset,
  address_confirmation: addressConfirmation,
  sign_in() {
    throw new Error('A link to sign in is never mailed.');
  },
};

const ROLES_IN_WORDS: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  viewer: 'a viewer',
};

function invitation({ accountName, role, inviterName, inviterEmail, expiresAt }: DueLink): LinkMailParts {
  const account = shownName(accountName ?? '');
  const inviter = inviterName === null ? undefined : shownName(inviterName);
  const invites = inviter === undefined ? 'You are invited' : `${inviter} invites you`;
  // The address of the inviter may never have been proven, and mail programs make a link of `www.evil.com/x@acme.dev`.
  const isPlain = inviterEmail !== null && !inviterEmail.includes('/');
  const invitesInFull =
    inviter !== undefined && isPlain ? `${inviter} (${inviterEmail}) invites you` : invites;
  return {
    subject: `${invites} to ${account} on Posthorn`,
    before: [
      `${invitesInFull} to the account "${account}" on Posthorn, as ${ROLES_IN_WORDS[role ?? 'viewer']}.`,
      'Use the link below to accept. If you are new to Posthorn, you choose a name and a password there. Otherwise you enter your password.',
    ],
    action: 'Accept the invitation',
    after: [
      validity(expiresAt),
      'If you did not expect this invitation, ignore this email. Nothing happens unless you accept.',
    ],
  };
}

/** The mail does not show the name: a person who does not own the address may have chosen it. */
function passwordReset({ email, expiresAt }: DueLink): LinkMailParts {
  return {
    subject: 'Choose a new password for Posthorn',
    before: [
      `A new password was requested for ${email} on Posthorn.`,
      'Use the link below to choose it. This signs you out everywhere else.',
    ],
    action: 'Choose a new password',
    after: [
      validity(expiresAt),
      'If you did not request this, ignore this email. Your password stays unchanged.',
    ],
  };
}

function addressConfirmation({ email, accountName, expiresAt }: DueLink): LinkMailParts {
  const account = shownName(accountName ?? '');
  return {
    subject: `Confirm your address for ${account} on Posthorn`,
    before: [
      `The account "${account}" on Posthorn would like to send email to ${email}. Please confirm that this address is yours and that you agree.`,
      'Use the link below to confirm.',
    ],
    action: 'Confirm the address',
    after: [
      validity(expiresAt),
      'If you did not expect this, ignore this email. Nothing happens unless you confirm.',
    ],
  };
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function validity(expiresAt: Date): string {
  return `The link works once and expires on ${DAY.format(expiresAt)} at ${expiresAt.toISOString().slice(11, 16)} UTC.`;
}

function toText({ before, action, after }: LinkMailParts, url: string): string {
  return `${[...before, `${action}:\n${url}`, ...after].join('\n\n')}\n`;
}

function toHtml({ subject, before, action, after }: LinkMailParts, url: string): string {
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>
${paragraphs(before)}
<p><a href="${escapeAttribute(url)}">${escapeHtml(action)}</a></p>
${paragraphs(after)}
</body>
</html>
`;
}

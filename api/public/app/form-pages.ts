// The pages of the links in mails: accepting an invitation, and choosing a new password.

import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PERSON_NAME_MAX_LENGTH,
} from '../../../shared/contract/limits.ts';
import { escapeAttribute, escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import { acceptInvitation } from '../../../shared/resources/people/members/invitations/accept.ts';
import {
  type DescribedInvited,
  describeInvited,
} from '../../../shared/resources/people/members/invitations/describe-invited.ts';
import { findLink } from '../../../shared/resources/people/one-time-links/consume.ts';
import { shownName } from '../../../shared/resources/people/one-time-links/texts/shown-name.ts';
import { resetPassword } from '../../../shared/resources/people/people/passwords/reset.ts';
import { acceptInvitationInput } from '../../resources/auth/accept-input.ts';
import { resetPasswordInput } from '../../resources/auth/password-input.ts';
import { validate } from '../../validate.ts';
import { plainPage } from '../appearance/page.ts';
import { sentenceOf } from '../refusal-sentence.ts';
import { isolated } from '../unsubscribe/layout.ts';
import type { FormPage, FormState } from './form.ts';

/** Accepts an invitation. */
export const ACCEPT_PAGE: FormPage<DescribedInvited> = {
  path: '/accept',
  find: ({ database, clock }, token) => describeInvited(database, token, clock.now()),
  render(invited, state) {
    const { accountName, email, role, asksForPassword } = invited;
    const fields = asksForPassword
      ? [addressField(email), passwordField('Your password')]
      : [addressField(email), nameField(state.name), newPasswordField()];
    return formPageOf(
      'Accept invitation',
      `<p class="question">You are invited to <strong>${isolated(shownName(accountName))}</strong>, with the role
<strong>${escapeHtml(role)}</strong>.</p>`,
      formOf('accept', state, fields, 'Accept'),
    );
  },
  submit: (deps, fields, origin) => acceptInvitation(deps, validate(acceptInvitationInput, fields), origin),
};

/** Chooses a new password. */
export const RESET_PAGE: FormPage<{ email: string }> = {
  path: '/reset',
  find: ({ database, clock }, token) =>
    findLink(database, { purpose: 'password_reset', token, now: clock.now() }),
  render: ({ email }, state) =>
    formPageOf(
      'Choose a new password',
      '<p class="question">This signs you out everywhere else.</p>',
      formOf('reset', state, [addressField(email), newPasswordField()], 'Save password'),
    ),
  submit: (deps, fields, origin) => resetPassword(deps, validate(resetPasswordInput, fields), origin),
};

/** The origin of the form distinguishes it from a form of another page. */
function formPageOf(title: string, ...parts: readonly string[]) {
  return plainPage(title, parts, { referrerPolicy: 'strict-origin' });
}

/** @param action relative, so that it works below any path of PUBLIC_URL, and without the token of the page's URL */
function formOf(
  action: string,
  { token, refusal }: FormState,
  fields: readonly string[],
  button: string,
): string {
  const alert = refusal
    ? `<div class="note bad" role="alert"><p>${escapeHtml(sentenceOf(refusal))}</p></div>\n`
    : '';
  return `${alert}<form method="post" action="${action}">
<input type="hidden" name="token" value="${escapeAttribute(token)}">
${fields.join('\n')}
<button class="filled">${button}</button></form>`;
}

/** Password managers keep the password under the address. */
function addressField(email: string): string {
  return `<label class="field">Address
<input type="email" value="${escapeAttribute(email)}" autocomplete="username" readonly></label>`;
}

function nameField(name: string): string {
  return `<label class="field">Your name
<input name="name" value="${escapeAttribute(name)}" autocomplete="name" maxlength="${PERSON_NAME_MAX_LENGTH}" required></label>`;
}

function passwordField(label: string): string {
  return `<label class="field">${label}
<input type="password" name="password" autocomplete="current-password" maxlength="${PASSWORD_MAX_LENGTH}" required></label>`;
}

function newPasswordField(): string {
  return `<label class="field">New password, ${PASSWORD_MIN_LENGTH} characters or more
<input type="password" name="password" autocomplete="new-password" minlength="${PASSWORD_MIN_LENGTH}"
  maxlength="${PASSWORD_MAX_LENGTH}" required></label>`;
}

// One-time links: the person with a link may do one thing once, until it expires: accept an invitation, choose a new
// password, confirm an address, sign in on a development machine. Only a hash of the token is stored. The token of a
// mailed link is made when the mail is, and known to its mailbox alone: using it proves the address. A link that was
// shown to another person, such as the inviter, proves nothing, unless an operator invites.
import { DomainError } from '../../../contract/domain-error.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/time/durations.ts';

/** The purpose of a link. */
export type LinkPurpose = 'invitation' | 'password_reset' | 'address_confirmation' | 'sign_in';

/** How long a link is valid. */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * DAY_MS,
  password_reset: HOUR_MS,
  address_confirmation: 7 * DAY_MS,
  sign_in: HOUR_MS,
};

/** The page that a link opens. */
const PAGES: Readonly<Record<LinkPurpose, string>> = {
  invitation: '/app/accept',
  password_reset: '/app/reset',
  address_confirmation: '/confirm-address',
  sign_in: '/app/sign-in',
};

/** A link that was found by its token. */
export interface OneTimeLink {
  id: string;
  purpose: LinkPurpose;
  /** Key form (shared/mail/addresses.ts). */
  email: string;
  /** The account of an address confirmation. */
  accountId: string | null;
  /** The invitation of its link. */
  invitationId: string | null;
  /** The token was mailed, so that its bearer reads the mail of the address. */
  isMailed: boolean;
}

/** The URL of a link. */
export function linkUrl(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}${PAGES[purpose]}?token=${token}`;
}

/** The refusal of a token that is unknown, used or expired: which of them, it does not say. */
export function linkNotValid(): DomainError {
  return new DomainError('validation_error', 'This link is no longer valid: it was used or has expired.', {
    field: 'token',
  });
}

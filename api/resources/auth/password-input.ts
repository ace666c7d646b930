// Input of /auth/password, /auth/forgot and /auth/reset (docs/reference/passwords.md).
import Joi from 'joi';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../shared/contract/limits.ts';
import { parseStoredMailbox } from '../../../shared/mail/addresses.ts';
import { addressInput } from '../../input/text-inputs.ts';

/** A chosen password; requireGoodPassword (shared/resources/people/people/passwords/rules.ts) has the rest. */
export function newPassword(): Joi.StringSchema {
  return Joi.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH).empty(Joi.valid('', null));
}

/** A password that a person has: whatever it is, it is right or wrong. */
export function knownPassword(): Joi.StringSchema {
  return Joi.string().max(PASSWORD_MAX_LENGTH).empty(Joi.valid('', null));
}

/** Body of POST /auth/password. */
export const changePasswordInput = Joi.object<{ current_password: string; password: string }>({
  current_password: knownPassword().required().description('Your current password'),
  password: newPassword().required().description('The new password: 10 to 256 characters, not your address'),
});

/** Body of POST /auth/forgot. */
export const forgotPasswordInput = Joi.object<{ email: string }>({
  email: addressInput(parseStoredMailbox)
    .required()
    .description('Address to send the link to, if it belongs to a person'),
});

/** Longer texts are not tokens; shared/resources/foundation/sessions/session.ts has their form. */
const TOKEN_MAX_LENGTH = 100;

/** The token of a one-time link. */
export function linkToken(): Joi.StringSchema {
  return Joi.string().max(TOKEN_MAX_LENGTH).empty(Joi.valid('', null));
}

/** Body of POST /auth/reset. */
export const resetPasswordInput = Joi.object<{ token: string; password: string }>({
  token: linkToken().required().description('Token from the mailed link'),
  password: newPassword().required().description('The new password: 10 to 256 characters, not your address'),
});

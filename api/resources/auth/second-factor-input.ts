// Input of /auth/totp/setup, /auth/totp/enable and /auth/totp/disable (docs/reference/second-factors.md).
import Joi from 'joi';
import { SECOND_FACTOR_CODE_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { knownPassword } from './password-input.ts';

/** Body of POST /auth/totp/setup and /auth/totp/disable. */
export const ownPasswordInput = Joi.object<{ password: string }>({
  password: knownPassword().required().description('Your password'),
});

/** A code that a person types: of an authenticator app, or a recovery code. Whatever it is, it is right or wrong. */
export function shownCode(): Joi.StringSchema {
  return Joi.string().max(SECOND_FACTOR_CODE_MAX_LENGTH).empty(Joi.valid('', null));
}

/** Body of POST /auth/totp/enable. */
export const enableTotpInput = Joi.object<{ code: string }>({
  code: shownCode().required().description('Code from the authenticator app: 6 digits, valid once'),
});

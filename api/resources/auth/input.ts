// Input of signing in and of sessions (docs/reference/auth.md).
import Joi from 'joi';
import { PERSON_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { parseStoredMailbox } from '../../../shared/mail/addresses.ts';
import { addressInput, lineInput } from '../../input/text-inputs.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import { knownPassword } from './password-input.ts';
import { shownCode } from './second-factor-input.ts';

/** Body of POST /auth/login. */
export const loginInput = Joi.object<{ email: string; password: string }>({
  email: addressInput(parseStoredMailbox).required().description('Address `email@domain`, in any case'),
  password: knownPassword().required().description('Password, up to 256 characters'),
});

/** Body of POST /auth/totp: after validation exactly one of the two is set. */
export const answerTotpChallengeInput = Joi.object<{ code?: string; recovery_code?: string }>({
  code: shownCode().description(
    'Code from the authenticator app: 6 digits, valid once. Exactly one of `code` and `recovery_code` is required',
  ),
  recovery_code: shownCode().description(
    'Recovery code, instead of `code`. Each works once. Case, hyphens and spaces are ignored',
  ),
})
  .xor('code', 'recovery_code')
  .messages({
    'object.xor': '`code` and `recovery_code` cannot be combined',
    'object.missing': 'One of `code` and `recovery_code` must be given',
  });

/** Body of PATCH /auth/me. */
export const updateProfileInput = Joi.object<{ name?: string }>({
  name: lineInput(PERSON_NAME_MAX_LENGTH).description('Your name, up to 200 characters'),
});

/** Body of POST /auth/switch. */
export const switchAccountInput = Joi.object<{ account_id: string }>({
  account_id: idOf('an account')
    .empty(Joi.valid('', null))
    .required()
    .description('Id of one of your accounts'),
});

/** Query of GET /auth/sessions. */
export const listSessionsQuery = pageQuery;

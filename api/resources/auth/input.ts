// Input of signing in and of sessions (docs/reference/auth.md).
import Joi from 'joi';
import { PERSON_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { addressInput, lineInput } from '../../input/text-inputs.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import { knownPassword } from './password-input.ts';
import { shownCode } from './second-factor-input.ts';

/** Body of POST /auth/login. */
export const loginInput = Joi.object<{ email: string; password: string }>({
  email: addressInput().required(),
  password: knownPassword().required(),
});

/** Body of POST /auth/totp: after validation exactly one of the two is set. */
export const answerTotpChallengeInput = Joi.object<{ code?: string; recovery_code?: string }>({
  code: shownCode(),
  recovery_code: shownCode(),
})
  .xor('code', 'recovery_code')
  .messages({
    'object.xor': '`code` and `recovery_code` must not be combined',
    'object.missing': 'One of `code` and `recovery_code` must be given',
  });

/** Body of PATCH /auth/me. */
export const updateProfileInput = Joi.object<{ name?: string }>({ name: lineInput(PERSON_NAME_MAX_LENGTH) });

/** Body of POST /auth/switch. */
export const switchAccountInput = Joi.object<{ account_id: string }>({
  account_id: idOf('an account').empty(Joi.valid('', null)).required(),
});

/** Query of GET /auth/sessions. */
export const listSessionsQuery = pageQuery;

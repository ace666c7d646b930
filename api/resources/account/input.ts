// Input of /account (docs/reference/account.md).
import Joi from 'joi';
import { ACCOUNT_OBJECTS } from '../../../shared/contract/account/objects.ts';
import {
  ACCESS_MONTHLY_VOLUME_MAX,
  ACCESS_USE_CASE_MAX_LENGTH,
  ACCESS_USE_CASE_MIN_LENGTH,
  ACCESS_WEBSITE_MAX_LENGTH,
  ACCOUNT_NAME_MAX_LENGTH,
} from '../../../shared/contract/limits.ts';
import { describedAs } from '../../input/described-as.ts';
import { addressInput, lineInput } from '../../input/text-inputs.ts';
import { knownPassword } from '../auth/password-input.ts';
import { shownCode } from '../auth/second-factor-input.ts';

/** Body of PATCH /account. */
export interface UpdateAccountInput {
  name?: string;
  create_properties?: boolean;
}

/** Body of POST /account/production-access. */
export interface RequestProductionAccessInput {
  website: string;
  use_case: string;
  monthly_volume: number;
}

/** Body of PATCH /account. */
export const updateAccountInput = Joi.object<UpdateAccountInput>({
  name: lineInput(ACCOUNT_NAME_MAX_LENGTH).description(
    'New name of the account, one line of up to 200 characters',
  ),
  create_properties: Joi.boolean()
    .strict()
    .description(ACCOUNT_OBJECTS.Account.create_properties.description),
});

/** Body of DELETE /account. */
export const deleteAccountInput = Joi.object<{ password: string; code?: string; recovery_code?: string }>({
  password: knownPassword().required().description('Your password'),
  code: shownCode().description(
    'Code from the authenticator app: 6 digits, valid once. With a second factor, this or `recovery_code` is required; without one, it is ignored',
  ),
  recovery_code: shownCode().description(
    'Recovery code, instead of `code`. Each works once. Case, hyphens and spaces are ignored',
  ),
})
  .oxor('code', 'recovery_code')
  .messages({ 'object.oxor': '`code` and `recovery_code` cannot be combined' });

const website = Joi.string()
  .trim()
  .max(ACCESS_WEBSITE_MAX_LENGTH)
  .custom((text: string, { error }) => (isWebsite(text) ? text : error('website.url')))
  .messages({ 'website.url': '{{#label}} must be a URL such as `https://acme.dev`' });

/** Body of POST /account/production-access. */
export const requestProductionAccessInput = Joi.object<RequestProductionAccessInput>(
  describedAs(ACCOUNT_OBJECTS.ProductionAccessRequest, {
    website: website.empty(Joi.valid('', null)).required(),
    use_case: Joi.string()
      .trim()
      .min(ACCESS_USE_CASE_MIN_LENGTH)
      .max(ACCESS_USE_CASE_MAX_LENGTH)
      .empty(Joi.valid('', null))
      .required(),
    monthly_volume: Joi.number()
      .strict()
      .integer()
      .min(1)
      .max(ACCESS_MONTHLY_VOLUME_MAX)
      .empty(null)
      .required(),
  }),
);

/** Body of POST /account/confirmed-addresses. After validation the address is in key form (shared/mail/addresses.ts). */
export const confirmAddressInput = Joi.object<{ email: string }>({
  email: addressInput().required().description('Address to send the link to, `email@domain` without a name'),
});

/** A login has no place in the URL of a website. */
function isWebsite(text: string): boolean {
  if (/[\p{Cc}\s]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

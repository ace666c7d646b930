// The settings of mail to operators about what is wrong (docs/operations.md#alerts-by-mail): their variables, and the form in
// which a process has them.
import Joi from 'joi';
import { readSmtpUrl } from './mx-settings.ts';

/** The people who are alerted, and how. */
export interface AlertSettings {
  /** The addresses that are alerted; none: there are no alerts. */
  to: readonly string[];
  /** In the form of SMTP_URL; undefined: a provider that accepts mail sends the alerts. */
  smtpUrl: string | undefined;
}

const ADDRESSES_MAX = 10;
const ADDRESS = Joi.string().email({ tlds: false, minDomainSegments: 1, allowUnicode: false });

/** The environment variables. docs/operations.md describes them. */
export const ALERT_VARIABLES = {
  ALERT_TO: Joi.string()
    .empty('')
    .custom(readAlertAddresses)
    .default([])
    .messages({
      'any.invalid': `"ALERT_TO" must be one to ${ADDRESSES_MAX} addresses, separated by commas, such as ops@acme.dev`,
    }),
  ALERT_SMTP_URL: Joi.string()
    .empty('')
    .custom(readSmtpUrl)
    .messages({ 'any.invalid': '"ALERT_SMTP_URL" must be either mx: alone, or servers without mx:' }),
};

function readAlertAddresses(text: string, { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const addresses = [...new Set(text.split(',').map((address) => address.trim()))];
  const isEachValid = addresses.every((address) => !ADDRESS.required().validate(address).error);
  return isEachValid && addresses.length <= ADDRESSES_MAX ? addresses : error('any.invalid');
}

// Schemas of texts that several resources take: a name of one line, and an address without a name.
import Joi from 'joi';
import { parseAddressKey } from '../../shared/mail/addresses.ts';

/** Schema of a name of one line: control characters could end a header field of a mail, and no name has them. */
export function lineInput(maxLength: number): Joi.StringSchema {
  return Joi.string()
    .trim()
    .max(maxLength)
    .pattern(/^\P{Cc}*$/u, { name: 'one line' })
    .messages({ 'string.pattern.name': '{{#label}} must be one line' });
}

/** Schema of an address. After validation it is in key form (shared/mail/addresses.ts). */
export function addressInput(): Joi.StringSchema {
  return Joi.string()
    .custom((text: string, { error }) => parseAddressKey(text) ?? error('address.plain'))
    .messages({ 'address.plain': '{{#label}} must be an address `email@domain`, without a name' })
    .empty(Joi.valid('', null));
}

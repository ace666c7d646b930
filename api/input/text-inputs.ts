// Schemas of texts that several resources take: a name of one line, and an address without a name.
import Joi from 'joi';
import { invisibleHint, parseAddressKey, parseMailbox } from '../../shared/mail/addresses.ts';

/** Schema of a name of one line: control characters could end a header field of a mail, and no name has them. */
export function lineInput(maxLength: number): Joi.StringSchema {
  return Joi.string()
    .trim()
    .max(maxLength)
    .pattern(/^\P{Cc}*$/u, { name: 'one line' })
    .messages({ 'string.pattern.name': '{{#label}} must be one line' });
}

/** The messages for an address with a name, and for a text that is not an address. */
export const ADDRESS_MESSAGE = {
  'address.plain': '{{#label}} must be an address `email@domain`, without a name{{#hint}}',
};

/**
 * Schema of an address, for which ADDRESS_MESSAGE is needed. After validation it is in key form (shared/mail/addresses.ts).
 * @param parse another one for an address that is looked up
 */
export function bareAddress(parse = parseMailbox): Joi.StringSchema {
  return Joi.string().custom(
    (text: string, { error }) =>
      parseAddressKey(text, parse) ?? error('address.plain', { hint: invisibleHint(text) }),
  );
}

/** The same for a field of its own, in which an empty text is not a value. */
export function addressInput(parse = parseMailbox): Joi.StringSchema {
  return bareAddress(parse).messages(ADDRESS_MESSAGE).empty(Joi.valid('', null));
}

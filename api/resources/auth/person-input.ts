// What people are called in the input of several operations: the address and the name of a person.
import Joi from 'joi';
import { PERSON_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { parseAddressKey } from '../../../shared/mail/addresses.ts';

/** No control characters: they could end a header field of a mail, and no name has them. */
const NO_CONTROL = /^\P{Cc}*$/u;

/** Schema of the address of a person. After validation it is in key form (shared/mail/addresses.ts). */
export function personAddress(): Joi.StringSchema {
  return Joi.string()
    .custom((text: string, { error }) => parseAddressKey(text) ?? error('address.plain'))
    .messages({ 'address.plain': '{{#label}} must be an address `email@domain`, without a name' })
    .empty(Joi.valid('', null));
}

/** Schema of the name of a person. */
export function personName(): Joi.StringSchema {
  return Joi.string()
    .trim()
    .max(PERSON_NAME_MAX_LENGTH)
    .pattern(NO_CONTROL, { name: 'no control' })
    .messages({ 'string.pattern.name': '{{#label}} must not contain control characters' });
}

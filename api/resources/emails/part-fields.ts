// The fields of a send that are one value of a part (shared/contract/emails/part-fields.ts).
import Joi from 'joi';
import { GIVEN_PARTS, type PartName } from '../../../shared/contract/emails/part-fields.ts';
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { idOf } from '../../named-id.ts';
import type { TemplateFields } from './template-fields.ts';

/** The fields of a body that may be given; null: it was not. A template is named in several ways (template-fields.ts). */
export type GivenParts = { [Name in Exclude<PartName, keyof TemplateFields>]?: string | number | null };

/** Keys of the schema of a send. */
export const givenParts = Object.fromEntries(
  GIVEN_PARTS.map(({ name, shape, idOf: what }) => {
    const value = what === undefined ? wholeNumber(shape) : idOf(what);
    return [name, value.empty(null).default(null)];
  }),
);

/** The parts of an email. */
export function partsOf(input: GivenParts): Partial<NewEmail> {
  return Object.fromEntries(GIVEN_PARTS.map(({ name, key }) => [key, input[name as keyof GivenParts]]));
}

function wholeNumber({ minimum, maximum }: JsonSchema): Joi.Schema {
  const number = Joi.number().strict().integer();
  const bounded = minimum === undefined ? number : number.min(minimum);
  return maximum === undefined ? bounded : bounded.max(maximum);
}

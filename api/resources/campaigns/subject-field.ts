// The subject of a campaign and of a variant of its test.
import Joi from 'joi';
import { SUBJECT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { LINE_BREAK } from '../emails/address-fields.ts';

/** White space alone is no subject. */
export const subjectField = Joi.string()
  .max(SUBJECT_MAX_LENGTH)
  .pattern(LINE_BREAK, { invert: true })
  .pattern(/\S/, { name: 'text' });

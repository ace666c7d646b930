// The subject of a campaign and of a variant of its test.
import type Joi from 'joi';
import { changedMail } from '../emails/mail-fields.ts';

/** White space alone is not a subject. */
export const subjectField = (changedMail.subject as Joi.StringSchema).pattern(/\S/, { name: 'text' });

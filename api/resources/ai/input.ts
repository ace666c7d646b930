// Input of the operations that suggest (docs/reference/ai.md).
import Joi from 'joi';
import { TEMPLATE_PARTS } from '../../../shared/contract/ai/values.ts';
import {
  AI_SUBJECTS_MAX,
  AI_WISH_MAX_LENGTH,
  TEMPLATE_ALIAS_MAX_LENGTH,
} from '../../../shared/contract/limits.ts';
import type { TemplatePart } from '../../../shared/resources/flows/ai/tasks/rewrite-template.ts';
import { idOf } from '../../named-id.ts';

const wish = Joi.string().trim().max(AI_WISH_MAX_LENGTH).empty(Joi.valid('', null)).required();

/** Body of POST /templates/generate. */
export const generateTemplateInput = Joi.object<{ prompt: string; from?: string; language?: string }>({
  prompt: wish.description('Purpose and content of the template, up to 8,000 characters'),
  from: Joi.string()
    .max(TEMPLATE_ALIAS_MAX_LENGTH)
    .pattern(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
    .empty(null)
    .messages({ 'string.pattern.base': '{{#label}} must be the id or the alias of a template' })
    .description('Id or alias of a template whose style and voice to match'),
  language: Joi.string()
    .max(35)
    .pattern(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)
    .empty(null)
    .messages({ 'string.pattern.base': '{{#label}} must be a language tag such as `de` or `pt-BR`' })
    .description('Language tag, such as `de`. By default the model follows the prompt'),
});

/** Body of POST /templates/:id/rewrite. */
export const rewriteTemplateInput = Joi.object<{ instruction: string; part?: TemplatePart }>({
  instruction: wish.description('What to change, up to 8,000 characters'),
  part: Joi.string()
    .valid(...TEMPLATE_PARTS)
    .empty(null)
    .description('The only part to rewrite; by default all parts'),
});

/** Body of POST /campaigns/:id/subjects. */
export const suggestSubjectsInput = Joi.object<{ count: number }>({
  count: Joi.number()
    .integer()
    .min(1)
    .max(AI_SUBJECTS_MAX)
    .strict()
    .empty(null)
    .default(5)
    .description('Number of subjects'),
});

/** Body of POST /segments/suggest. */
export const suggestSegmentInput = Joi.object<{ text: string; audience_id?: string }>({
  text: wish.description('Who the segment should include, in a sentence of up to 8,000 characters'),
  audience_id: idOf('an audience')
    .empty(null)
    .description('Id of the audience. Default: the default audience'),
});

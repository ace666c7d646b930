// Input of the checklists of campaigns and templates (docs/reference/campaign-check.md).
import Joi from 'joi';
import { objectOfParameters } from '../near-misses/object-schema.ts';

/** The input of a checklist. */
export interface CheckInput {
  links: boolean;
}

/** Query of GET /campaigns/:id/check and POST /templates/:id/check. */
export const checkQuery = objectOfParameters<CheckInput>({
  links: Joi.boolean()
    .default(false)
    .description('`true`: opens up to 50 different links, for up to 10 seconds in total'),
});

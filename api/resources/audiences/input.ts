// Input of /audiences (docs/reference/audiences.md).
import Joi from 'joi';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { pageQuery } from '../../page.ts';

/** Body of POST /audiences. */
export const createAudienceInput = Joi.object<{ name: string }>({
  name: Joi.string()
    .trim()
    .max(LIST_NAME_MAX_LENGTH)
    .empty(Joi.valid('', null))
    .required()
    .description('Name, up to 200 characters'),
});

/** Query of GET /audiences. */
export const listAudiencesQuery = pageQuery;

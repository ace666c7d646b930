// Input of /segments (docs/reference/segments.md).
import Joi from 'joi';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';

const name = Joi.string().trim().max(LIST_NAME_MAX_LENGTH);

const audienceId = idOf('an audience');

/** A segment without its filter would have other contacts than the client asked for. */
const noFilter = Joi.any()
  .valid(null)
  .messages({ 'any.only': '{{#label}} is not supported: contacts are added to a segment one by one' });

/** Body of POST /segments. */
export const createSegmentInput = Joi.object<{ name: string; audience_id?: string; filter?: null }>({
  name: name.empty(Joi.valid('', null)).required(),
  audience_id: audienceId.empty(null),
  filter: noFilter,
});

/** Body of PATCH /segments/:id. */
export const updateSegmentInput = Joi.object<{ name?: string; audience_id?: string; filter?: null }>({
  name,
  audience_id: audienceId,
  filter: noFilter,
});

/** Query of GET /segments. */
export const listSegmentsQuery = pageQuery;

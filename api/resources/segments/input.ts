// Input of /segments (docs/reference/segments.md).
import Joi from 'joi';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { RuleTree } from '../../../shared/resources/audience/rules/rule.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import { filterSchema } from './filter-schema.ts';

const name = Joi.string().trim().max(LIST_NAME_MAX_LENGTH).description('Name, up to 200 characters');

const audienceId = idOf('an audience');

/** Null: the segment is static. */
const filterOrNone = Joi.alternatives(filterSchema, Joi.valid(null));

/** Body of POST /segments. */
export const createSegmentInput = Joi.object<{
  name: string;
  audience_id?: string;
  filter?: RuleTree | null;
}>({
  name: name.empty(Joi.valid('', null)).required(),
  audience_id: audienceId
    .empty(null)
    .description(
      'Id of the audience whose contacts the segment can have; when absent, the default audience. It cannot be changed later',
    ),
  filter: filterOrNone.description(
    'Makes the segment dynamic: the rules that a contact must meet to be in it. When absent or null, the segment is static. Whether it is static or dynamic cannot be changed later',
  ),
});

/** Body of PATCH /segments/:id. */
export const updateSegmentInput = Joi.object<{
  name?: string;
  audience_id?: string;
  filter?: RuleTree | null;
}>({
  name,
  audience_id: audienceId.description('Cannot be changed: the present id, or absent'),
  filter: filterOrNone.description(
    'Replaces the rules of a dynamic segment; null is the filter of a static one',
  ),
});

/** Body of POST /segments/preview. */
export const previewSegmentInput = Joi.object<{ filter: RuleTree; audience_id?: string }>({
  filter: filterSchema.empty(null).required().description('The rules that a contact must meet'),
  audience_id: audienceId.empty(null).description('Id of the audience; when absent, the default audience'),
});

/** Query of GET /segments. */
export const listSegmentsQuery = pageQuery;

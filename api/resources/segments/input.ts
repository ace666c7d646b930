// Input of /segments (docs/reference/segments.md).
import Joi from 'joi';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { RuleTree } from '../../../shared/resources/rules/rule.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import { filterSchema } from './filter-schema.ts';

const name = Joi.string().trim().max(LIST_NAME_MAX_LENGTH);

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
  audience_id: audienceId.empty(null),
  filter: filterOrNone,
});

/** Body of PATCH /segments/:id. */
export const updateSegmentInput = Joi.object<{
  name?: string;
  audience_id?: string;
  filter?: RuleTree | null;
}>({
  name,
  audience_id: audienceId,
  filter: filterOrNone,
});

/** Body of POST /segments/preview. */
export const previewSegmentInput = Joi.object<{ filter: RuleTree; audience_id?: string }>({
  filter: filterSchema.empty(null).required(),
  audience_id: audienceId.empty(null),
});

/** Query of GET /segments. */
export const listSegmentsQuery = pageQuery;

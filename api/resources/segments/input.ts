// Input of /segments (docs/reference/segments.md).
import Joi from 'joi';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type { RuleTree } from '../../../shared/resources/audience/rules/rule.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { idOf, idsOf } from '../../named-id.ts';
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
      'Id of the audience of the segment. Default: the default audience. It cannot be changed later',
    ),
  filter: filterOrNone.description(
    'Makes the segment dynamic: the rules that a contact must meet to be in it. If absent or null, the segment is static. You cannot change this later',
  ),
});

/** Body of PATCH /segments/:id. */
export const updateSegmentInput = Joi.object<{
  name?: string;
  audience_id?: string;
  filter?: RuleTree | null;
  if_updated_at?: Date;
}>({
  name,
  audience_id: audienceId.description('Cannot be changed: give the current id, or leave it out'),
  filter: filterOrNone.description(
    'Replaces the rules of a dynamic segment; null is the filter of a static one',
  ),
  if_updated_at: ifUpdatedAt('segment'),
});

/** Body of POST /segments/preview. */
export const previewSegmentInput = Joi.object<{ filter: RuleTree; audience_id?: string }>({
  filter: filterSchema.empty(null).required().description('The rules that a contact must meet'),
  audience_id: audienceId.empty(null).description('Id of the audience. Default: the default audience'),
});

/** The most ids that a list can be asked for at once. */
const LISTED_IDS_MAX = 50;

type ListSegmentsQuery = PageRequest & { q?: string; ids?: string[] };

/** Query of GET /segments. */
export const listSegmentsQuery = (pageQuery as Joi.ObjectSchema).keys({
  q: Joi.string().max(LIST_NAME_MAX_LENGTH).description('Only segments with this text in the name'),
  ids: idsOf(LISTED_IDS_MAX).description(
    `Only these segments: up to ${LISTED_IDS_MAX} ids, separated by commas`,
  ),
}) as Joi.ObjectSchema<ListSegmentsQuery>;

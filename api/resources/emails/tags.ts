// joi schema of the tags of an email (docs/reference/emails.md#headers-and-tags): a list of pairs, or an object of texts,
// as examples of Resend for Ruby write them. An object becomes the list of its pairs, so one set of rules checks both.
import Joi from 'joi';
import { EMAIL_OBJECTS } from '../../../shared/contract/emails/objects.ts';
import { TAG_MAX_LENGTH, TAGS_MAX } from '../../../shared/contract/limits.ts';
import { describedAs } from '../../input/described-as.ts';

const tagPart = Joi.string()
  .pattern(/^[A-Za-z0-9_-]+$/)
  .max(TAG_MAX_LENGTH);

const pair = Joi.object(
  describedAs(EMAIL_OBJECTS.Email.tags.items.properties, {
    name: tagPart.required(),
    value: tagPart.required(),
  }),
);

/** joi whose arrays accept an object, and are then the list of its pairs. */
const readingPairs: Joi.Root = Joi.extend((joi) => ({
  type: 'array',
  base: joi.array(),
  coerce: {
    from: 'object',
    method: (value: object | null) => ({ value: pairsOf(value) }),
  },
}));

function pairsOf(tags: object | null): unknown {
  if (tags === null || Array.isArray(tags)) return tags;
  return Object.entries(tags).map(([name, value]) => ({ name, value }));
}

/** Schema of the field `tags`. */
export const tagsInput = readingPairs
  .array()
  .items(pair)
  .max(TAGS_MAX)
  .empty(null)
  .default([])
  .meta({
    describedBy: Joi.alternatives(
      Joi.array().items(pair).max(TAGS_MAX),
      Joi.object().pattern(tagPart, tagPart).max(TAGS_MAX),
    ),
  });

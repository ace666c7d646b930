// AI: the objects in answers, as JSON Schemas. They are suggestions and are not stored.
import { WRITTEN_FIELDS } from '../mail/fields.ts';
import { mailShapes } from '../mail/shapes.ts';
import * as field from '../shapes.ts';
import { DECLARED_VARIABLES } from '../templates/objects.ts';

/** Name of an object → its fields. */
export const AI_OBJECTS = {
  TemplateSuggestion: {
    object: field.type('template_suggestion'),
    ...mailShapes(WRITTEN_FIELDS),
    variables: DECLARED_VARIABLES,
  },
  SubjectSuggestion: {
    object: field.type('subject_suggestion'),
    suggestions: field.texts('Different subjects, up to `count`'),
  },
  SegmentSuggestion: {
    object: field.type('segment_suggestion'),
    filter: {
      description: 'The filter for the prompt, in its long form',
      type: 'object',
      additionalProperties: true,
    },
    count: field.countOrNull(
      'Number of contacts that match the filter; null: counting them takes more than 5 s',
    ),
  },
} as const satisfies Record<string, field.ObjectFields>;

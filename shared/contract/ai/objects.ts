// AI: the objects in answers, as JSON Schemas. They are suggestions: nothing of them is stored.
import * as field from '../shapes.ts';
import { TEMPLATE_OBJECTS } from '../templates/objects.ts';

/** Name of an object → its fields. */
export const AI_OBJECTS = {
  TemplateSuggestion: {
    object: field.type('template_suggestion'),
    subject: field.textOrNull('Subject; null: the template that is rewritten has none'),
    preview_text: field.textOrNull('Text that mailboxes show after the subject; null: none'),
    html: field.textOrNull('HTML body; null: the template that is rewritten has none'),
    text: field.textOrNull('Plain-text body. null: it is made from `html`; an empty text: none'),
    variables: TEMPLATE_OBJECTS.Template.variables,
  },
  SubjectSuggestion: {
    object: field.type('subject_suggestion'),
    suggestions: field.texts('Subjects, each another one, up to `count`'),
  },
  SegmentSuggestion: {
    object: field.type('segment_suggestion'),
    filter: {
      description: 'The filter that the text means, in its long form',
      type: 'object',
      additionalProperties: true,
    },
    count: field.countOrNull('How many contacts meet the filter; null: counting them takes more than 5 s'),
  },
} as const satisfies Record<string, field.ObjectFields>;

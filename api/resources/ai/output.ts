// JSON forms of suggestions (docs/reference/ai.md).
import { WRITTEN_FIELDS, writtenJson } from '../../../shared/contract/mail/fields.ts';
import { variableJson } from '../../../shared/mail/templates/variable-types.ts';
import type { SuggestedFilter } from '../../../shared/resources/flows/ai/tasks/suggest-filter.ts';
import type { SuggestedTemplate } from '../../../shared/resources/flows/ai/tasks/template-suggestion.ts';

export function toTemplateSuggestion(suggested: SuggestedTemplate) {
  return {
    object: 'template_suggestion',
    ...writtenJson(suggested, WRITTEN_FIELDS),
    variables: suggested.variables.map(variableJson),
  };
}

export function toSubjectSuggestion(subjects: readonly string[]) {
  return { object: 'subject_suggestion', suggestions: subjects };
}

export function toSegmentSuggestion({ filter, count }: SuggestedFilter) {
  return { object: 'segment_suggestion', filter, count };
}

// JSON forms of suggestions (docs/reference/ai.md).
import type { SuggestedFilter } from '../../../shared/resources/flows/ai/tasks/suggest-filter.ts';
import type { SuggestedTemplate } from '../../../shared/resources/flows/ai/tasks/template-suggestion.ts';

export function toTemplateSuggestion(suggested: SuggestedTemplate) {
  const { subject, previewText, html, text, variables } = suggested;
  return {
    object: 'template_suggestion',
    ...{ subject, preview_text: previewText, html, text },
    variables: variables.map(({ key, type, fallbackValue }) => ({
      key,
      type,
      fallback_value: fallbackValue,
    })),
  };
}

export function toSubjectSuggestion(subjects: readonly string[]) {
  return { object: 'subject_suggestion', suggestions: subjects };
}

export function toSegmentSuggestion({ filter, count }: SuggestedFilter) {
  return { object: 'segment_suggestion', filter, count };
}

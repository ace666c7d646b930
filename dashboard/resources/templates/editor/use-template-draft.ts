// The draft of a template: saved as one types, never over what another person has changed since.
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { asFailure } from '../../../api/failure.ts';
import type { Template } from '../../../api/generated/types.ts';
import { readOf } from '../../../api/use-call.ts';
import { type DraftInUse, useDraft } from '../../../editing/use-draft.ts';
import { aboutSource } from './about-source.ts';
import type { EditedSource } from './source-editor.ts';
import {
  sourceInWords,
  TEMPLATE_LABELS,
  TEMPLATE_SOURCE_FIELDS,
  type TemplateDraft,
  templateBody,
  templateDraftOf,
} from './template-draft.ts';

/** @param readId id or alias by which the page reads it */
export function useTemplateDraft(template: Template, readId: string): DraftInUse<TemplateDraft> {
  const { id } = template;
  const client = useQueryClient();
  const draft = useDraft({
    of: `templates/${id}`,
    record: template,
    valuesOf: templateDraftOf,
    labels: TEMPLATE_LABELS,
    save: async (changes, ifUpdatedAt) => {
      try {
        const body = { ...templateBody(changes), if_updated_at: ifUpdatedAt };
        const saved = await call('updateTemplate', { id, body });
        client.setQueryData(readOf('getTemplate', { id: readId }).queryKey, saved);
        return saved;
      } catch (error) {
        throw aboutSource(asFailure(error), TEMPLATE_SOURCE_FIELDS);
      }
    },
    read: () => call('getTemplate', { id }),
  });
  return { ...draft, conflicts: draft.conflicts.map(inWords) };
}

/** The sources to choose from, as lines. */
function inWords(conflict: DraftInUse<TemplateDraft>['conflicts'][number]) {
  if (conflict.field !== 'source') return conflict;
  const [mine, theirs] = [conflict.mine, conflict.theirs].map((each) => sourceInWords(each as EditedSource));
  return { ...conflict, mine, theirs };
}

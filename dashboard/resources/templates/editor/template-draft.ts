// A template that is being edited: what its fields hold, what is saved of them, and where a refusal of the API belongs.
// Pure. Fields have the names of the API, so that a refusal names them; html, text, editor and document are the field
// `source`, since one of them alone says nothing.
import type {
  PreviewUnsavedTemplateBody,
  Template,
  TemplateSuggestion,
  UpdateTemplateBody,
} from '../../../api/generated/types.ts';
import { splitAddresses } from '../../../format/addresses.ts';
import type { EditedSource } from './source-editor.ts';
import { readValue, type ValueType, valueText } from './value-text.ts';

/** A declared variable. */
export interface EditedVariable {
  key: string;
  type: ValueType;
  /** The fallback as typed; null: a send must provide a value. */
  fallback: string | null;
}

/** The edited values. */
export type TemplateDraft = {
  name: string;
  from: string;
  subject: string;
  preview_text: string;
  /** Separated by commas. */
  reply_to: string;
  source: EditedSource;
  inline_css: boolean;
  variables: readonly EditedVariable[];
};

/** The fields as the page calls them. */
export const TEMPLATE_LABELS = {
  name: 'Name',
  from: 'From',
  subject: 'Subject',
  preview_text: 'Preview text',
  reply_to: 'Reply-to',
  source: 'Source',
  inline_css: 'Inline CSS',
  variables: 'Variables',
} as const;

/** The fields of the API that are the field `source`. */
export const TEMPLATE_SOURCE_FIELDS: readonly string[] = ['editor', 'document', 'html', 'text'];

/** The fields of a stored template. */
export function templateDraftOf(template: Omit<Template, 'object'>): TemplateDraft {
  const { name, from, subject, preview_text, reply_to, variables, inline_css } = template;
  const { editor, document, html, text } = template;
  return {
    name,
    from: from ?? '',
    subject: subject ?? '',
    preview_text: preview_text ?? '',
    reply_to: (reply_to ?? []).join(', '),
    source: { editor, document, html: html ?? '', text },
    inline_css,
    variables: variables.map(toEdited),
  };
}

/** The part that a suggestion replaces. */
export function suggestedDraft({ subject, preview_text, html, text, variables }: TemplateSuggestion) {
  return {
    subject: subject ?? '',
    preview_text: preview_text ?? '',
    source: { editor: 'code', document: null, html: html ?? '', text } as const,
    variables: variables.map(toEdited),
  };
}

/** The request body of changes. Variables must be finished (`areVariablesFinished`). */
export function templateBody(changes: Partial<TemplateDraft>): UpdateTemplateBody {
  const { source, variables, reply_to, ...others } = changes;
  return {
    ...others,
    ...source,
    ...(reply_to !== undefined && { reply_to: splitAddresses(reply_to) }),
    ...(variables && { variables: variables.map(toDeclaration) }),
  } as UpdateTemplateBody;
}

/** The input of a preview, without the samples. @param poll of the stored template */
export function unsavedTemplate(
  draft: TemplateDraft,
  { poll }: Pick<Template, 'poll'>,
): PreviewUnsavedTemplateBody {
  const { name: _name, source, ...others } = draft;
  const { html, text } = source;
  const options = poll?.options.map(({ label }) => label);
  return {
    ...templateBody(others),
    html,
    text,
    // When it ends is not in it, and an end that is past would be refused.
    ...(poll && { poll: { question: poll.question, options, results: poll.results } }),
  } as PreviewUnsavedTemplateBody;
}

/** Whether variables can be saved: each has a name, and a fallback that is one of its type. */
export function areVariablesFinished(variables: readonly EditedVariable[]): boolean {
  return variables.every((each) => each.key !== '' && fallbackFault(each) === undefined);
}

/** Why a fallback is none of its type. */
export function fallbackFault({ type, fallback }: EditedVariable): string | undefined {
  return fallback === null ? undefined : readValue(type, fallback).fault;
}

/** A source as a text whose lines can be compared. */
export function sourceInWords({ html, text }: EditedSource): string {
  return text === null ? html : `${html}\n\nText:\n${text}`;
}

function toEdited({
  key,
  type,
  fallback_value: value,
}: TemplateSuggestion['variables'][number]): EditedVariable {
  return { key, type, fallback: value === null ? null : valueText(type, value) };
}

function toDeclaration({ key, type, fallback }: EditedVariable) {
  return { key, type, fallback_value: fallback === null ? null : readValue(type, fallback).value };
}

// What differs between two versions of a template, field by field, in the order in which one reads them. Pure.
import type { TemplateVersion } from '../../../api/generated/types.ts';
import { isSameJson } from '../../../editing/same-json.ts';

type Content = Omit<
  TemplateVersion,
  'object' | 'template_id' | 'id' | 'status' | 'created_at' | 'updated_at' | 'published_at'
>;

const LABELS = {
  from: 'From',
  reply_to: 'Reply-To',
  subject: 'Subject',
  preview_text: 'Preview text',
  html: 'HTML',
  text: 'Text',
  variables: 'Variables',
  inline_css: 'CSS is inlined',
  editor: 'Editor',
  document: 'Document',
  poll: 'Poll',
} as const satisfies Record<keyof Content, string>;

/** The sign for no text. An empty text differs: then there is no text part. */
const NONE = '–';

const FIELDS = Object.keys(LABELS) as (keyof Content)[];

/** A field that is not the same. */
export interface ComparedField {
  field: keyof Content;
  label: string;
  before: unknown;
  after: unknown;
}

/** The document of the visual editor makes the html, which is clearer. */
export function comparedFields(before: Content, after: Content): ComparedField[] {
  const differs = (field: keyof Content) => !isSameJson(before[field], after[field]);
  return FIELDS.filter((field) => differs(field) && !(field === 'document' && differs('html'))).map(
    (field) => ({
      field,
      label: LABELS[field],
      before: before[field] ?? NONE,
      after: after[field] ?? NONE,
    }),
  );
}

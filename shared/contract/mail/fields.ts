// What a message says, in one table: a row is all that a field needs in code. Templates, campaigns, the variants of their
// tests, emails and suggestions of a language model have these fields. They are read, checked, compiled, stored and shown by
// this table, and other code passes them on as a whole (docs/architecture/mail-fields.md).
import { PREVIEW_TEXT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '../limits.ts';

/**
 * In the order in which answers show them.
 * `key`: the name in code; `name`: in JSON. `column`: of `emails`, `email_contents` and `campaign_contents`; `templateColumn`: of
 * `template_versions`. `kind`: an address, up to ADDRESSES_MAX of them, a line, or a body. `isHeader`: a header shows it, so it
 * has no line break. `isNeeded`: an email cannot be sent without it. `max`: characters; null: only html and text together have
 * a limit. `keepsEmpty`: an empty text means something else than null. `description`: for openapi.json.
 */
// biome-ignore format: a table.
export const MAIL_FIELDS = [
  { key: 'from', name: 'from', column: 'from_address', templateColumn: 'from_source', kind: 'address',
    isHeader: true, isNeeded: true, max: null, keepsEmpty: false, description: 'Sender' },
  { key: 'subject', name: 'subject', column: 'subject', templateColumn: 'subject', kind: 'line',
    isHeader: true, isNeeded: true, max: SUBJECT_MAX_LENGTH, keepsEmpty: false, description: 'Subject' },
  { key: 'replyTo', name: 'reply_to', column: 'reply_to_addresses', templateColumn: 'reply_to', kind: 'addresses',
    isHeader: true, isNeeded: false, max: null, keepsEmpty: false, description: 'Addresses for replies' },
  { key: 'previewText', name: 'preview_text', column: 'preview_text', templateColumn: 'preview_text', kind: 'line',
    isHeader: false, isNeeded: false, max: PREVIEW_TEXT_MAX_LENGTH, keepsEmpty: false,
    description: 'Preview text that mailboxes show after the subject' },
  { key: 'html', name: 'html', column: 'html', templateColumn: 'html', kind: 'body',
    isHeader: false, isNeeded: false, max: null, keepsEmpty: false, description: 'HTML body' },
  { key: 'text', name: 'text', column: 'text', templateColumn: 'text', kind: 'body',
    isHeader: false, isNeeded: false, max: null, keepsEmpty: true,
    description: 'Plain-text body. null: it is generated from `html`; an empty string: none' },
] as const;

/** A row of the table. */
export type MailField = (typeof MAIL_FIELDS)[number];
export type MailFieldName = MailField['name'];

/** The content of a message; null: nothing. `Address`: a text, or a parsed address. */
export interface MailContent<Address = string> {
  from: Address | null;
  subject: string | null;
  replyTo: readonly Address[];
  previewText: string | null;
  html: string | null;
  /** Null: it is made from the html; empty: the message has no text part. */
  text: string | null;
}

/** The content of a message that can be sent. */
export interface SendableContent<Address = string> extends MailContent<Address> {
  from: Address;
  subject: string;
}

/** Html and text alone. */
export type MailBody = Pick<MailContent, 'html' | 'text'>;

/** The content of a message, by the names of JSON. */
export type MailByName<Address = string> = {
  [Field in MailField as Field['name']]: MailContent<Address>[Field['key']];
};

/** Lines that mailboxes list. */
export type LineField = Extract<MailField, { kind: 'line' }>;
export const LINE_FIELDS = MAIL_FIELDS.filter((field) => field.kind === 'line');

/** The texts that people read: lines and bodies. */
export type WrittenField = Extract<MailField, { kind: 'line' | 'body' }>;
export type WrittenContent = Pick<MailContent, WrittenField['key']>;
export const WRITTEN_FIELDS = MAIL_FIELDS.filter((field) => field.kind === 'line' || field.kind === 'body');

/** The fields of a test's variant, in the order in which answers show them. */
export const VARIANT_FIELD_NAMES = ['subject', 'preview_text', 'from', 'html', 'text'] as const;
export type VariantField = Extract<MailField, { name: (typeof VARIANT_FIELD_NAMES)[number] }>;
export const VARIANT_FIELDS = VARIANT_FIELD_NAMES.map(
  (name) => MAIL_FIELDS.find((field) => field.name === name) as VariantField,
);

/** Says nothing. */
export const EMPTY_MAIL_CONTENT: MailContent<never> = {
  from: null,
  subject: null,
  replyTo: [],
  previewText: null,
  html: null,
  text: null,
};

/** Picks the content of a message from an object that has more. */
export function contentOf<Address>(content: MailContent<Address>): MailContent<Address> {
  const { from, subject, replyTo, previewText, html, text } = content;
  return { from, subject, replyTo, previewText, html, text };
}

/** Converts from JSON. It is a literal, because each email that is given without a template passes here. */
export function fromJson<Address>(mail: MailByName<Address>): MailContent<Address> {
  const { from, subject, reply_to: replyTo, preview_text: previewText, html, text } = mail;
  return { from, subject, replyTo, previewText, html, text };
}

/** Makes a value for each of the fields, by their names in JSON. */
export function mailByName<Field extends MailField, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Record<Field['name'], Value> {
  const values = {} as Record<Field['name'], Value>;
  for (const field of fields) values[field.name as Field['name']] = make(field);
  return values;
}

/** The content in JSON as it was written: an empty list is null. */
export function writtenJson(content: Partial<MailContent>, fields: readonly MailField[] = MAIL_FIELDS) {
  return mailByName(fields, ({ key }) => {
    const value = content[key];
    return Array.isArray(value) && value.length === 0 ? null : value;
  });
}

/** The content in JSON as it was rendered. */
export function renderedJson(content: MailContent<{ text: string }>) {
  return mailByName(MAIL_FIELDS, ({ key }) => {
    const value = content[key];
    if (value === null || typeof value === 'string') return value;
    return 'text' in value ? value.text : value.map(({ text }) => text);
  });
}

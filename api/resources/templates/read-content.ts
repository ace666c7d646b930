// Reads the content of a template from a body, and the values of a preview.
import { fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import { EMPTY_MAIL_CONTENT } from '../../../shared/contract/mail/fields.ts';
import type {
  DeclaredVariable,
  TemplateContact,
  TemplateValues,
} from '../../../shared/mail/templates/template.ts';
import { type DefineOptions, definePoll } from '../../../shared/resources/messaging/polls/define.ts';
import { declareByValues } from '../../../shared/resources/messaging/templates/rendering/preview.ts';
import type { TemplateContent } from '../../../shared/resources/messaging/templates/template.ts';
import type { TemplateChanges } from '../../../shared/resources/messaging/templates/update.ts';
import { readMailFields } from '../emails/mail-fields.ts';
import { toGivenPoll } from '../emails/poll-field.ts';
import type { TemplateVariables } from '../emails/template-fields.ts';
import type { ContactSample, ContentInput, SampleInput, VariableInput } from './input.ts';

const EMPTY: TemplateContent = {
  ...EMPTY_MAIL_CONTENT,
  variables: [],
  inlineCss: false,
  editor: 'code',
  document: null,
  poll: null,
};

/** The content of a new template. @throws DomainError as `definePoll` */
export function toContent(fields: ContentInput, options: DefineOptions): TemplateContent {
  const { poll, ...content } = toChangedContent(fields);
  return { ...EMPTY, ...content, poll: poll ? definePoll(poll, [], options) : null };
}

/** The fields that a body changes; null clears one. */
export function toChangedContent(fields: ContentInput): TemplateChanges['content'] {
  const { variables, inline_css, editor, document } = fields;
  const given = {
    ...readMailFields(fields),
    variables: variables === null ? [] : variables?.map(toVariable),
    inlineCss: inline_css,
    editor,
    document,
    poll: toGivenPoll(fields.poll),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function toVariable({ key, type, fallback_value }: VariableInput): DeclaredVariable {
  return { key, type, fallbackValue: fallback_value };
}

/** The template and the values of a preview that is not saved. */
export function toUnsavedTemplate(
  {
    variables = {},
    values = {},
    ...fields
  }: Omit<ContentInput, 'variables'> & {
    variables?: VariableInput[] | TemplateVariables;
    values?: TemplateVariables;
  },
  options: DefineOptions,
): { content: TemplateContent; variables: TemplateVariables } {
  const content = toContent(fields, options);
  if (Array.isArray(variables))
    return { content: { ...content, variables: variables.map(toVariable) }, variables: values };
  const given = { ...(variables as TemplateVariables), ...values };
  return { content: { ...content, variables: declareByValues(given) }, variables: given };
}

/** The values of a preview. */
export function readSamples(
  { contact, event }: SampleInput,
  variables: TemplateVariables,
  now: Date,
): TemplateValues {
  return { variables, contact: contact && toContact(contact), ...(event && { event }), now };
}

function toContact({
  email = '',
  unsubscribed = false,
  properties = {},
  ...given
}: ContactSample): TemplateContact {
  return { email, ...fieldsByColumn(({ column }) => given[column] ?? null), unsubscribed, properties };
}

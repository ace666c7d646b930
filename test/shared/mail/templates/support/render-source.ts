// Compiles and renders sources for the tests of templates.
import { fieldsByColumn } from '../../../../../shared/contract/contacts/fields.ts';
import { EMPTY_MAIL_CONTENT, type MailContent } from '../../../../../shared/contract/mail/fields.ts';
import { compileTemplate } from '../../../../../shared/mail/templates/compile.ts';
import { renderTemplate } from '../../../../../shared/mail/templates/render.ts';
import type {
  DeclaredVariable,
  RenderedTemplate,
  TemplateContact,
  TemplateValues,
  VariableType,
} from '../../../../../shared/mail/templates/template.ts';

export const NO_FIELDS: MailContent = EMPTY_MAIL_CONTENT;

export const declare = (
  key: string,
  type: VariableType = 'string',
  fallbackValue: unknown = null,
): DeclaredVariable => ({ key, type, fallbackValue });

export const CONTACT: TemplateContact = {
  email: 'ana@customer.test',
  ...fieldsByColumn(() => null),
  first_name: 'Ana',
  unsubscribed: false,
  properties: { plan: 'gold', seats: 3 },
};

const TYPES: Readonly<Record<string, VariableType>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
};
const typeOf = (value: unknown): VariableType =>
  TYPES[typeof value] ?? (Array.isArray(value) ? 'list' : 'object');

/** Declares a variable for each of the values. */
export const declareAll = (values: Readonly<Record<string, unknown>>): DeclaredVariable[] =>
  Object.entries(values).map(([key, value]) => declare(key, typeOf(value)));

export function renderSource(
  source: Partial<MailContent>,
  values: Partial<TemplateValues> = {},
  variables: readonly DeclaredVariable[] = declareAll(values.variables ?? {}),
): RenderedTemplate {
  const template = compileTemplate({ ...NO_FIELDS, ...source }, variables);
  return renderTemplate(template, { variables: {}, contact: undefined, ...values });
}

/** @returns the rendered text of one field that is not html */
export function renderText(
  text: string,
  values: Readonly<Record<string, unknown>> = {},
  variables?: readonly DeclaredVariable[],
): string | null {
  return renderSource({ text }, { variables: values }, variables).text;
}

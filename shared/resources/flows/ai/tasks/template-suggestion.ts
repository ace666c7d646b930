// The shared parts of the tasks about templates: the explanation of templates for the model, the part of a stored one
// that it sees, and the checks of its answer, which are those of publishing a template.
import { DomainError } from '../../../../contract/domain-error.ts';
import {
  LINE_FIELDS,
  WRITTEN_FIELDS,
  type WrittenContent,
  type WrittenField,
  writtenJson,
} from '../../../../contract/mail/fields.ts';
import { CONTACT_NAMES } from '../../../../contract/templates/reserved-names.ts';
import { findMissingEnd } from '../../../../mail/html/missing-end.ts';
import { variableJson } from '../../../../mail/templates/variable-types.ts';
import type { Computer } from '../../../../platform/sharing/computer.ts';
import { COMPLETE_SOURCE_CHECK, sourceOf } from '../../../messaging/templates/check-source.ts';
import type { TemplateContent } from '../../../messaging/templates/template.ts';

/** The suggested parts of a template. */
export type SuggestedTemplate = WrittenContent & Pick<TemplateContent, 'variables'>;

/** Reads the fields of a template as POST /templates does. @throws DomainError */
export type ReadTemplateFields = (fields: object) => TemplateContent;

/** The names that are there in every template, and how one is printed. */
const NAMES = [...CONTACT_NAMES.keys()];
export const GREETING = `{{{${NAMES[0]}|there}}}`;

/** The language of templates, for the model. */
export const TEMPLATE_LANGUAGE = `In ${listed(WRITTEN_FIELDS)}:
- {{{NAME}}} or, better, {{{NAME|fallback}}} prints a variable. Liquid works too: {{ NAME | upcase }}, {% if NAME %}…{% endif %}, {% for ITEM in ITEMS %}…{% endfor %}.
- Every variable that is used must be in "variables": {"key", "type", "fallback_value"}; key of letters, digits and _; type string, number, boolean, list or object; fallback_value of this type, or null.
- Not in "variables", because they are always there: ${NAMES.join(', ')} of the recipient (always with a fallback: ${GREETING}) and, in html and text only, {{{UNSUBSCRIBE_URL}}}, {{{PREFERENCES_URL}}}, {{{WEB_VERSION_URL}}}. {{{POLL}}} stays where it is.
- ${listed(LINE_FIELDS)} are one line each.
- html is a whole document for mail clients: tables and style attributes, no script, form, external font or style sheet; pictures only from URLs in the data or in the wish. Newsletters end with a link to {{{UNSUBSCRIBE_URL}}}.
- text is null, and is then made from html, unless the data have a text.`;

/** The parts of a stored template that the model sees: not its sender, and not its reply addresses. */
export function shownTemplate(template: SuggestedTemplate): object {
  return {
    ...writtenJson(template, WRITTEN_FIELDS),
    variables: template.variables.map(variableJson),
  };
}

/** The form of an answer with a whole template. @param always the fields that are never null */
export function formOf(always: readonly WrittenField['name'][]): string {
  const fields = WRITTEN_FIELDS.map(
    ({ name }) => `"${name}": string${always.includes(name) ? '' : ' or null'}`,
  );
  return `{${fields.join(', ')}, "variables": []}`;
}

function listed(fields: readonly WrittenField[]): string {
  const names = fields.map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** @throws DomainError `validation_error` for what could not be published, or is not whole */
export async function checkSuggestedTemplate(
  computer: Computer,
  accountId: string,
  content: TemplateContent,
): Promise<void> {
  await computer.run(accountId, COMPLETE_SOURCE_CHECK, sourceOf(content));
  for (const { key, name } of LINE_FIELDS)
    if (/[\r\n]/.test(content[key] ?? '')) throw refuse(`\`${name}\` must be one line.`);
  const missing = content.html && findMissingEnd(content.html);
  if (missing) throw refuse(`\`html\` is not whole: ${missing} has no end.`);
}

/** @throws DomainError `validation_error` */
export function requireGiven(
  content: TemplateContent,
  fields: readonly ('subject' | 'html' | 'text')[],
): void {
  const absent = fields.find((field) => !content[field]?.trim());
  if (absent) throw refuse(`\`${absent}\` is missing.`);
}

function refuse(message: string): DomainError {
  return new DomainError('validation_error', message);
}

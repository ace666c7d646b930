// Renders a compiled template for one recipient. The given values are checked before, the rendered fields after it: a
// header with a break of line would become two headers. The render costs microseconds, so it is done for each mail.
import { EMPTY_MAIL_CONTENT, MAIL_FIELDS, type MailFieldName } from '../../contract/mail/fields.ts';
import { RenderBudget } from './budget.ts';
import type { CompiledPart, CompiledTemplate } from './compile.ts';
import { isNil, ownValue } from './data.ts';
import { Evaluator } from './evaluate.ts';
import { runTree } from './run-tree.ts';
import {
  type RenderedTemplate,
  TemplateRenderError,
  type TemplateValues,
  type VariableType,
} from './template.ts';
import { isOfVariableType } from './variable-types.ts';

const ALL = MAIL_FIELDS.map(({ name }) => name);

/** It has all properties: V8 would make a new hidden class (map) for each object that gets more after a spread, in 3 µs. */
const NOTHING_RENDERED: RenderedTemplate = { ...EMPTY_MAIL_CONTENT, replyTo: [], emptyNames: [] };

/**
 * @param fields the fields to render; the others are null or []
 * @throws TemplateRenderError
 */
export function renderTemplate(
  template: CompiledTemplate,
  values: TemplateValues,
  fields: readonly MailFieldName[] = ALL,
): RenderedTemplate {
  const parts = template.parts.filter(({ field }) => fields.includes(field));
  checkGivenValues(parts, values.variables);
  const shared = { budget: new RenderBudget(values.now), emptyNames: new Set<string>() };
  const rendered = { ...NOTHING_RENDERED };
  rendered.replyTo = [];
  rendered.emptyNames = [];
  for (const part of parts) {
    const output = renderPart(template, part, values, shared);
    if (part.key !== 'replyTo') rendered[part.key] = output;
    else if (output !== '') rendered.replyTo.push(output);
  }
  rendered.emptyNames.push(...shared.emptyNames);
  return rendered;
}

function renderPart(
  template: CompiledTemplate,
  part: CompiledPart,
  values: TemplateValues,
  shared: Pick<Evaluator, 'budget' | 'emptyNames'>,
): string {
  try {
    const output = runTree(part.body, new Evaluator(template, part, values, shared));
    checkOutput(output, part.field);
    shared.budget.output(output);
    return output;
  } catch (error) {
    if (error instanceof TemplateRenderError) error.field = part.field;
    throw error;
  }
}

const TYPE_NAMES: Readonly<Record<VariableType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
};

/** Only the variables that the rendered fields use. */
function checkGivenValues(parts: readonly CompiledPart[], given: TemplateValues['variables']): void {
  for (const { variables } of parts) {
    for (const { key, type } of variables) {
      const value = ownValue(given, key);
      if (isNil(value) || isOfVariableType(value, type)) continue;
      throw new TemplateRenderError(`\`variables.${key}\` must be ${TYPE_NAMES[type]}`, key);
    }
  }
}

const HEADERS: ReadonlySet<MailFieldName> = new Set(
  MAIL_FIELDS.filter(({ isHeader }) => isHeader).map(({ name }) => name),
);

function checkOutput(output: string, field: MailFieldName): void {
  if (HEADERS.has(field) && /[\r\n]/.test(output)) throw unusable(field, 'a line break');
  if (output.includes('\0')) throw unusable(field, 'a NUL character');
  if (!output.isWellFormed()) throw unusable(field, 'half of a surrogate pair');
}

const unusable = (field: MailFieldName, what: string) =>
  new TemplateRenderError(`The rendered \`${field}\` contains ${what}`);

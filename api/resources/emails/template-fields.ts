// The fields of a send that name a template and its values: `template`, or `template_id`, or `template_alias`, and
// `variables` (docs/reference/emails.md#templates). Each of the first three takes an id or an alias.
import Joi from 'joi';
import { TEMPLATE_ALIAS_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { isTemplateName } from '../../../shared/contract/templates/names.ts';
import { objectOfFields } from '../../near-misses/object-schema.ts';

/** The values of a template's variables. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** The fields as the client gave them; null: absent. */
export interface TemplateFields {
  template: { id?: string; alias?: string; variables?: TemplateVariables } | null;
  template_id: string | null;
  template_alias: string | null;
  variables: TemplateVariables | null;
}

/** A template and the values for it. */
export interface TemplateUse {
  idOrAlias: string;
  variables: TemplateVariables;
}

const nameOfTemplate = Joi.string()
  .max(TEMPLATE_ALIAS_MAX_LENGTH)
  .custom((text: string, { error }) => (isTemplateName(text) ? text : error('template.name')))
  .empty(null);

/** Values are checked when the template is rendered, against the types that it declares. */
const values = Joi.object().empty(null).description('Values for the variables of the template');

/** Schema of a template with its values. */
export const templateField = objectOfFields<NonNullable<TemplateFields['template']>>({
  id: nameOfTemplate.description('Id or alias of the template'),
  alias: nameOfTemplate.description('Alias or id of the template'),
  variables: values,
}).description('A published template: `{id}` or `{alias}`, and its `variables`');

/** Keys of the schema of a send. */
export const templateFields = {
  template: templateField.empty(null).default(null),
  template_id: nameOfTemplate.default(null),
  template_alias: nameOfTemplate.default(null).description('Alias of the template'),
  variables: values.default(null),
};

/** Messages of the faults that only several fields together can have. */
export const TEMPLATE_MESSAGES = {
  'template.name': '{{#label}} must be the id or the alias of a template',
  'template.nameless': '`template` must have an `id` or an `alias`',
  'template.several':
    'Give only one of `template`, `template_id` and `template_alias`, with one `id` or `alias`',
  'template.variables': 'Give only one of `variables` and `template.variables`',
  'template.absent': '`variables` requires a template',
  'template.content': '`html` and `text` cannot be combined with a template',
};

/** The code of the first fault; undefined: there is none. */
export function findTemplateFault(fields: TemplateFields): keyof typeof TEMPLATE_MESSAGES | undefined {
  const { template, variables } = fields;
  const names = namesIn(fields);
  if (names.length > 1) return 'template.several';
  if (template && names.length === 0) return 'template.nameless';
  if (variables && names.length === 0) return 'template.absent';
  return variables && template?.variables ? 'template.variables' : undefined;
}

/** The template of a send without a fault; undefined: it has none. */
export function findTemplateUse(fields: TemplateFields): TemplateUse | undefined {
  const [idOrAlias] = namesIn(fields);
  if (idOrAlias === undefined) return undefined;
  return { idOrAlias, variables: fields.variables ?? fields.template?.variables ?? {} };
}

/** Whether a send has a template, even one whose name is at fault. */
export function namesTemplate({ template, template_id, template_alias }: TemplateFields): boolean {
  return (template ?? template_id ?? template_alias) !== null;
}

/** Checks the fields of a send that name a template, and those that a template has in place of the send. */
export function checkTemplateFields<Fields extends TemplateFields & { html: unknown; text: unknown }>(
  value: Fields,
  { error }: Joi.CustomHelpers,
): Fields | Joi.ErrorReport {
  const fault = findTemplateFault(value);
  if (fault) return error(fault, { ...(fault === 'template.nameless' && { field: 'template' }) });
  return namesTemplate(value) && (value.html || value.text) ? error('template.content') : value;
}

function namesIn({ template, template_id, template_alias }: TemplateFields): string[] {
  return [template?.id, template?.alias, template_id, template_alias].filter(
    (name): name is string => name !== undefined && name !== null,
  );
}

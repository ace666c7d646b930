// Input of /templates (docs/reference/templates.md).
import Joi from 'joi';
import { type FieldsByColumn, fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import {
  LIST_NAME_MAX_LENGTH,
  TEMPLATE_ALIAS_MAX_LENGTH,
  TEMPLATE_KEY_MAX_LENGTH,
  TEMPLATE_NAME_MAX_LENGTH,
  TEMPLATE_TEST_MAX,
  TEMPLATE_VARIABLES_MAX,
} from '../../../shared/contract/limits.ts';
import { mailByName, WRITTEN_FIELDS } from '../../../shared/contract/mail/fields.ts';
import { isTemplateAlias, isTemplateName } from '../../../shared/contract/templates/names.ts';
import { TEMPLATE_OBJECTS } from '../../../shared/contract/templates/objects.ts';
import { RESERVED_NAMES } from '../../../shared/contract/templates/reserved-names.ts';
import {
  TEMPLATE_EDITORS,
  TEMPLATE_STATUSES,
  TEMPLATE_VARIABLE_TYPES,
} from '../../../shared/contract/templates/values.ts';
import type { VariableType } from '../../../shared/mail/templates/template.ts';
import { isOfVariableType } from '../../../shared/mail/templates/variable-types.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { type ParsedMailbox, parseNamedMailbox } from '../../../shared/resources/messaging/emails/email.ts';
import type { TemplateFilters } from '../../../shared/resources/messaging/templates/list.ts';
import type { TemplateEditor } from '../../../shared/resources/messaging/templates/template.ts';
import { describedAs } from '../../input/described-as.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import type { PathId } from '../../route.ts';
import { ADDRESS_FORM, hintFor } from '../emails/address-fields.ts';
import { type ChangedMail, mailSources } from '../emails/mail-fields.ts';
import { POLL_MESSAGES, type PollInput, pollInputField } from '../emails/poll-field.ts';
import type { TemplateVariables } from '../emails/template-fields.ts';

/** A declared variable. */
export interface VariableInput {
  key: string;
  type: VariableType;
  fallback_value: unknown;
}

/** The content of a template; an absent field keeps its value. */
export interface ContentInput extends ChangedMail<string> {
  variables?: VariableInput[] | null;
  inline_css?: boolean;
  editor?: TemplateEditor;
  document?: object | null;
  poll?: PollInput | null;
}

/** The id of a template in a path, or its alias. */
export const templateId: PathId = {
  of: 'Template',
  description: 'Id or alias of the template',
  isId: isTemplateName,
};

const { Template: TEMPLATE } = TEMPLATE_OBJECTS;

const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

const variable = Joi.object<VariableInput>(
  describedAs(TEMPLATE.variables.items.properties, {
    key: Joi.string()
      .pattern(KEY)
      .max(TEMPLATE_KEY_MAX_LENGTH)
      .custom((key: string, { error }) => (RESERVED_NAMES.has(key) ? error('variable.reserved') : key))
      .required(),
    type: Joi.string()
      .valid(...TEMPLATE_VARIABLE_TYPES)
      .required(),
    fallback_value: Joi.any().default(null),
  }),
).custom((value: VariableInput, { error }) => {
  const { type, fallback_value: fallback } = value;
  return fallback === null || isOfVariableType(fallback, type) ? value : error('variable.fallback', { type });
});

const variables = Joi.array()
  .items(variable)
  .max(TEMPLATE_VARIABLES_MAX)
  .unique('key', { ignoreUndefined: true })
  .messages({
    'string.pattern.base': '{{#label}} must contain only letters, digits and `_`, and not begin with a digit',
    'variable.reserved': '{{#label}} is a reserved name',
    'variable.fallback': '{{#label}} has a `fallback_value` that is not of its type {{#type}}',
    'array.unique': '{{#label}} is declared twice',
  });

/** The content of a change: null clears what may be absent. */
const contentKeys = describedAs(TEMPLATE, {
  ...mailSources,
  variables: variables.allow(null),
  inline_css: Joi.boolean().strict(),
  editor: Joi.string().valid(...TEMPLATE_EDITORS),
  document: Joi.object().allow(null),
  poll: pollInputField.allow(null).messages(POLL_MESSAGES),
});

/** The content of a new template: null counts as absent. */
const newContentKeys = {
  ...contentKeys,
  inline_css: contentKeys.inline_css.empty(null),
  editor: contentKeys.editor.empty(null),
};

const name = Joi.string().trim().max(TEMPLATE_NAME_MAX_LENGTH).description(TEMPLATE.name.description);
const alias = Joi.string()
  .max(TEMPLATE_ALIAS_MAX_LENGTH)
  .custom((text: string, { error }) => (isTemplateAlias(text) ? text : error('template.alias')))
  .allow(null)
  .messages({
    'template.alias':
      '{{#label}} must contain only ASCII letters, digits, `-`, `_` and `.`, begin with a letter or digit, and not be a UUID',
  });

/** Body of POST /templates. */
export const createTemplateInput = Joi.object<ContentInput & { name: string; alias: string | null }>({
  name: name.empty(Joi.valid('', null)).required(),
  alias: alias.default(null).description('Alternative to the id in sends and paths; unique in the account'),
  ...newContentKeys,
});

/** The content of a template that a language model may write. */
export const suggestedContentInput = Joi.object<ContentInput>({
  ...mailByName(WRITTEN_FIELDS, ({ name }) => mailSources[name]),
  variables: variables.allow(null),
});

/** Body of PATCH /templates/:id. */
export const updateTemplateInput = Joi.object<
  ContentInput & { name?: string; alias?: string | null; if_updated_at?: Date }
>({
  name,
  alias: alias.description('Alternative to the id in sends and paths; null removes it'),
  ...contentKeys,
  if_updated_at: ifUpdatedAt('template'),
});

const values = Joi.object().empty(null).default({}).description('Values of the variables');

/** Values of a preview, in place of a contact and of the event of an automation. */
const sampleKeys = {
  contact: Joi.object<ContactSample>({
    email: Joi.string().allow('').description('Address of the contact'),
    ...fieldsByColumn(({ title }) => Joi.string().allow('', null).description(title)),
    unsubscribed: Joi.boolean().strict().description('Whether the address has unsubscribed from everything'),
    properties: Joi.object().description('Values of the contact properties'),
  })
    .empty(null)
    .description('Values of `contact.*` in the preview'),
  event: Joi.object().empty(null).description('Values of `event.*` in the preview, as in an automation'),
};

/** A contact that exists in a preview only. */
export interface ContactSample extends Partial<FieldsByColumn<string | null>> {
  email?: string;
  unsubscribed?: boolean;
  properties?: TemplateVariables;
}

/** The samples of a preview. */
export interface SampleInput {
  contact?: ContactSample;
  event?: TemplateVariables;
}

/** Body of POST /templates/:id/preview. */
export const previewTemplateInput = Joi.object<SampleInput & { variables: TemplateVariables }>({
  variables: values,
  ...sampleKeys,
});

/** Body of POST /templates/preview: the fields of a template. `variables` declares, or has the values themselves. */
export const previewUnsavedInput = Joi.object<
  Omit<ContentInput, 'variables'> &
    SampleInput & { variables?: VariableInput[] | TemplateVariables; values?: TemplateVariables }
>({
  ...newContentKeys,
  from: mailSources.from.description('Sender'),
  subject: mailSources.subject.description('Subject'),
  variables: Joi.alternatives(variables, Joi.object().max(TEMPLATE_VARIABLES_MAX))
    .empty(null)
    .description(
      'Values of the variables, by name. Or a list that declares variables, as in POST /templates; then `values` has the values',
    ),
  values: Joi.object()
    .max(TEMPLATE_VARIABLES_MAX)
    .empty(null)
    .description('Values for the variables that `variables` declares'),
  ...sampleKeys,
});

const testAddress = Joi.string()
  .custom((text: string, { error }) => parseNamedMailbox(text) ?? error('address.to', hintFor(text)))
  .messages({ 'address.to': `{{#label}} ${ADDRESS_FORM}{{#hint}}` });

/** Body of POST /templates/:id/test. */
export const testTemplateInput = Joi.object<{ to: ParsedMailbox[]; variables: TemplateVariables }>({
  to: Joi.array()
    .items(testAddress)
    .single()
    .min(1)
    .max(TEMPLATE_TEST_MAX)
    .empty(Joi.alternatives(Joi.valid('', null), Joi.array().length(0)))
    .required()
    .description('Up to 5 addresses. Each gets a separate email'),
  variables: values,
});

/** Body of POST /templates/:id/revert. */
export const revertTemplateInput = Joi.object<{ version_id: string }>({
  version_id: idOf('a version')
    .empty(null)
    .required()
    .description('Id of the version to copy into the new draft'),
});

/** Query of GET /templates. */
export const listTemplatesQuery = (pageQuery as Joi.ObjectSchema).keys({
  q: Joi.string()
    .max(LIST_NAME_MAX_LENGTH)
    .description('Only templates with this text in the name or the alias'),
  status: Joi.string()
    .valid(...TEMPLATE_STATUSES)
    .description('Only templates with this status'),
}) as Joi.ObjectSchema<PageRequest & TemplateFilters>;

/** Query of GET /templates/:id/versions. */
export const listVersionsQuery = pageQuery;

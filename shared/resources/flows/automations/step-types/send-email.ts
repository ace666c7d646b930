// The step `send_email`: sends a published template to the contact.
import Joi from 'joi';
import { DomainError } from '../../../../contract/domain-error.ts';
import {
  ADDRESSES_MAX,
  JSON_DEPTH_MAX,
  SUBJECT_MAX_LENGTH,
  TEMPLATE_ALIAS_MAX_LENGTH,
} from '../../../../contract/limits.ts';
import { isTemplateName } from '../../../../contract/templates/names.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import { parseNamedMailbox } from '../../../messaging/emails/email.ts';
import type { TextOrReference } from '../graph/graph.ts';
import { fieldPath, missingField, refuseField } from '../graph/reading/fields.ts';
import { checkReferences } from '../graph/reading/references.ts';
import { referencesIn } from '../graph/variables.ts';
import type { MailTask } from '../steps/mail-input.ts';
import { ABSENT, faultOf, idSchema, ownFields, referenceSchema, shortList } from './config-schema.ts';
import type { EffectKind, KnownDefinitions } from './step-type.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Config {
  /** The template by its id or its alias. Only a step of a disabled automation may lack it. */
  template?: { id: string; variables?: Variables };
  /** Only while the template is absent: they wait for it. */
  variables?: Variables;
  from?: TextOrReference;
  subject?: TextOrReference;
  reply_to?: TextOrReference | TextOrReference[];
  topic_id?: string;
}

const LINE_BREAK = /[\r\n]/;
const ADDRESS_WORDS = 'must be `email@domain` or `Name <email@domain>`';

/** The schema has no keys of its own, so that joi does not change the object: a variable may have any name. */
const variables = Joi.object().empty(null).custom(checkDepth).description('Name of a variable → its value');

const schema = ownFields<Config>({
  template: ownFields({
    id: Joi.string()
      .max(TEMPLATE_ALIAS_MAX_LENGTH)
      .custom(checkTemplateName)
      .empty(ABSENT)
      .required()
      .description('Id or alias of a published template'),
    variables,
  })
    .empty(null)
    .description('The template to send. Optional while the automation is disabled'),
  variables: variables.description('Alternative to `template.variables`; stored even without a template'),
  from: Joi.alternatives(addressSchema('invalid_from_address'), referenceSchema)
    .empty(ABSENT)
    .description('Sender. Default: the `from` of the template, otherwise the `default_from` of the domain'),
  subject: Joi.alternatives(Joi.string().max(SUBJECT_MAX_LENGTH).custom(checkLine), referenceSchema)
    .empty(ABSENT)
    .description('Subject. Default: the subject of the template'),
  reply_to: Joi.alternatives(
    addressSchema(),
    referenceSchema,
    shortList(Joi.alternatives(addressSchema(), referenceSchema), ADDRESSES_MAX),
  )
    .empty(ABSENT)
    .description(
      'Reply-To, one address or a list. Default, also for an empty list: the addresses of the template',
    ),
  topic_id: idSchema('a topic').description('Id of the topic of the email'),
}).custom(toStored);

export const sendEmailStep: EffectKind<Config, MailTask> = {
  schema,
  namesIn: (config) => ({
    templates: config.template ? [config.template.id] : [],
    topicIds: config.topic_id === undefined ? [] : [config.topic_id],
    values: referencesIn(config),
  }),
  check(config, path, known) {
    checkReferences(config, path, known.namable);
    checkTemplate(config, path, known);
    if (config.topic_id === undefined || known.topicIds.has(config.topic_id)) return;
    const name = fieldPath(path, 'topic_id');
    throw new DomainError('not_found', `Topic not found: \`${name}\`.`, { field: name });
  },
  effectOf: ({ template, from, subject, reply_to: replyTo, topic_id: topicId }, resolve) => ({
    template: template?.id ?? '',
    variables: resolve(template?.variables ?? {}) as MailTask['variables'],
    from: resolve(from),
    subject: resolve(subject),
    replyTo: resolve(replyTo),
    topicId,
  }),
  mail: (mail) => mail,
  simulate: (mail, { mails, contact }, now) => mails.send(mail, contact, now),
};

/** Ids are stored in lower case, aliases unchanged. */
function checkTemplateName(name: string, helpers: Joi.CustomHelpers): unknown {
  if (!isTemplateName(name)) return faultOf(helpers, { words: 'must be the id or the alias of a template' });
  const [template, config] = helpers.state.ancestors as [...Partial<Config>[]];
  if (isGiven(template) && isGiven(config))
    return faultOf(helpers, {
      words: 'and `template.variables` cannot be combined',
      at: ['variables'],
    });
  return isUuidV7(name) ? name.toLowerCase() : name;
}

function isGiven(fields: { variables?: unknown } | undefined): boolean {
  return fields?.variables !== undefined && fields.variables !== null;
}

/** The values of variables are checked when the template is rendered, against the types that it declares then. */
function checkDepth(value: object, helpers: Joi.CustomHelpers): unknown {
  if (!isDeeperThan(JSON_DEPTH_MAX, value)) return value;
  return faultOf(helpers, { words: `must be nested at most ${JSON_DEPTH_MAX} levels deep` });
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}

function addressSchema(name: 'invalid_from_address' | 'validation_error' = 'validation_error'): Joi.Schema {
  return Joi.string()
    .custom((text: string, helpers) => {
      const line = checkLine(text, helpers);
      if (line !== text || parseNamedMailbox(text)) return line;
      return faultOf(helpers, { words: ADDRESS_WORDS, name });
    })
    .messages({ 'string.empty': ADDRESS_WORDS });
}

/** A line break would begin another field of the header. */
function checkLine(text: string, helpers: Joi.CustomHelpers): unknown {
  return LINE_BREAK.test(text) ? faultOf(helpers, { words: 'must not contain a line break' }) : text;
}

/** Variables may be given in the template or next to it, as in sends. */
function toStored({ variables: outside, ...config }: Config): Config {
  if (Array.isArray(config.reply_to) && config.reply_to.length === 0) delete config.reply_to;
  if (!outside) return config;
  const { template } = config;
  return template
    ? { ...config, template: { ...template, variables: outside } }
    : { ...config, variables: outside };
}

function checkTemplate(
  { template: named, from, subject }: Config,
  path: string,
  { templates, defaultFrom, isEnabling }: KnownDefinitions,
): void {
  if (!named) {
    if (isEnabling) throw missingField(fieldPath(path, 'template'));
    return;
  }
  const template = templates.get(named.id);
  const name = fieldPath(path, 'template.id');
  if (!template) throw new DomainError('not_found', `Template not found: \`${name}\`.`, { field: name });
  // A run could never send it. A disabled automation may be incomplete.
  if (!isEnabling) return;
  if (!template.isPublished)
    throw refuseField(name, 'is a draft: publish the template before a step can send it');
  if (from === undefined && !template.hasSender && defaultFrom === null)
    throw missingField(
      fieldPath(path, 'from'),
      ' Neither the template nor the domain (`default_from`) has one.',
    );
  if (subject === undefined && !template.hasSubject)
    throw missingField(fieldPath(path, 'subject'), ' The template does not have one either.');
}

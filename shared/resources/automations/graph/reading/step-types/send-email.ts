// The step `send_email`: sends a published template to the contact.
import { DomainError } from '../../../../../contract/domain-error.ts';
import {
  ADDRESSES_MAX,
  JSON_DEPTH_MAX,
  SUBJECT_MAX_LENGTH,
  TEMPLATE_ALIAS_MAX_LENGTH,
} from '../../../../../contract/limits.ts';
import { isTemplateName } from '../../../../../contract/templates/names.ts';
import { isUuidV7 } from '../../../../../platform/time/ids.ts';
import { parseNamedMailbox } from '../../../../emails/email.ts';
import type { StepConfigs, TextOrReference } from '../../graph.ts';
import { isReference, referencesIn } from '../../variables.ts';
import {
  checkList,
  checkText,
  fieldOf,
  fieldPath,
  type GivenFields,
  missingField,
  refuseField,
  requireFields,
  requireText,
} from '../fields.ts';
import { readId } from '../read-id.ts';
import { checkReferences } from '../references.ts';
import type { KnownDefinitions, StepKind } from '../step-kind.ts';

type Config = StepConfigs['send_email'];

const LINE_BREAK = /[\r\n]/;
const ADDRESS_WORDS = 'must be `email@domain` or `Name <email@domain>`';

export const sendEmailStep: StepKind<'send_email'> = {
  read(given, path) {
    const fields = requireFields(given, path);
    const template = readTemplate(fields, path);
    const from = readText(fields, 'from', path, checkSender);
    const subject = readText(fields, 'subject', path, checkSubject);
    const replyTo = readReplyTo(fieldOf(fields, 'reply_to'), fieldPath(path, 'reply_to'));
    const topicId = readId(fields, 'topic_id', path, 'a topic');
    return {
      template,
      ...(from !== undefined && { from }),
      ...(subject !== undefined && { subject }),
      ...(replyTo !== undefined && { reply_to: replyTo }),
      ...(topicId !== undefined && { topic_id: topicId }),
    };
  },
  namesIn: (config) => ({
    templates: [config.template.id],
    topicIds: config.topic_id === undefined ? [] : [config.topic_id],
    values: referencesIn(config),
  }),
  check(config, path, known) {
    checkReferences(config, path, known.namable);
    checkTemplate(config, path, known);
    if (config.topic_id === undefined || known.topicIds.has(config.topic_id)) return;
    throw new DomainError('not_found', `Topic not found: \`${fieldPath(path, 'topic_id')}\`.`);
  },
};

/** The values of variables are checked when the template is rendered, against the types that it declares then. */
function readTemplate(config: GivenFields, path: string): Config['template'] {
  const below = fieldPath(path, 'template');
  const fields = requireFields(fieldOf(config, 'template'), below);
  const name = requireText(fields, 'id', below, TEMPLATE_ALIAS_MAX_LENGTH);
  if (!isTemplateName(name))
    throw refuseField(fieldPath(below, 'id'), 'must be the id or the alias of a template');
  // Ids are stored in lower case, aliases as they are.
  const id = isUuidV7(name) ? name.toLowerCase() : name;
  const variables = readVariables(config, fields, path);
  return variables === undefined ? { id } : { id, variables };
}

/** They may be in the template or next to it, as in sends. */
function readVariables(
  config: GivenFields,
  template: GivenFields,
  path: string,
): Config['template']['variables'] {
  const [inside, outside] = [fieldOf(template, 'variables'), fieldOf(config, 'variables')];
  if (inside !== undefined && outside !== undefined)
    throw refuseField(fieldPath(path, 'variables'), 'and `template.variables` cannot be given together');
  const given = inside ?? outside;
  if (given === undefined) return undefined;
  const variablesPath = fieldPath(inside === undefined ? path : fieldPath(path, 'template'), 'variables');
  const variables = requireFields(given, variablesPath);
  if (isDeeperThan(JSON_DEPTH_MAX, variables))
    throw refuseField(variablesPath, `must not be nested more than ${JSON_DEPTH_MAX} levels deep`);
  return variables;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}

/** @returns undefined when the text is absent or empty: the template's is taken */
function readText(
  fields: GivenFields,
  name: string,
  path: string,
  check: (text: unknown, path: string) => string,
): TextOrReference | undefined {
  const given = fieldOf(fields, name);
  if (given === undefined || given === '') return undefined;
  return isReference(given) ? { var: given.var } : check(given, fieldPath(path, name));
}

function checkSender(given: unknown, path: string): string {
  const text = checkLine(given, path, Number.POSITIVE_INFINITY);
  if (parseNamedMailbox(text)) return text;
  throw new DomainError('invalid_from_address', `\`${path}\` ${ADDRESS_WORDS}.`);
}

function checkSubject(given: unknown, path: string): string {
  return checkLine(given, path, SUBJECT_MAX_LENGTH);
}

function readReplyTo(given: unknown, path: string): Config['reply_to'] {
  if (!Array.isArray(given))
    return given === undefined || given === '' ? undefined : readAddress(given, path);
  const addresses = checkList(given, path, ADDRESSES_MAX).map((each, index) =>
    readAddress(each, `${path}[${index}]`),
  );
  return addresses.length === 0 ? undefined : addresses;
}

function readAddress(given: unknown, path: string): TextOrReference {
  if (isReference(given)) return { var: given.var };
  const text = checkLine(given, path, Number.POSITIVE_INFINITY);
  if (parseNamedMailbox(text)) return text;
  throw refuseField(path, ADDRESS_WORDS);
}

/** A line break would begin another field of the header. */
function checkLine(given: unknown, path: string, maxLength: number): string {
  const text = checkText(given, path, maxLength);
  if (LINE_BREAK.test(text)) throw refuseField(path, 'must not contain a line break');
  return text;
}

function checkTemplate(
  { template: { id }, from, subject }: Config,
  path: string,
  { templates, isEnabling }: KnownDefinitions,
): void {
  const template = templates.get(id);
  const name = fieldPath(path, 'template.id');
  if (!template) throw new DomainError('not_found', `Template not found: \`${name}\`.`);
  if (!template.isPublished)
    throw refuseField(name, 'is a draft: publish the template before a step sends it');
  const isMissing = ' The template has none either.';
  if (from === undefined && !template.hasSender) throw missingField(fieldPath(path, 'from'), isMissing);
  // A run could never send it. A disabled automation may wait for the template's next version.
  if (isEnabling && subject === undefined && !template.hasSubject)
    throw missingField(fieldPath(path, 'subject'), isMissing);
}

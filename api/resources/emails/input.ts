// What a caller of /emails may say (interface.md, POST /emails; decisions.md §2).
import Joi from 'joi';
import { EMAIL_FOLDERS, EMAIL_SOURCES, EMAIL_STATUSES } from '../../../shared/contract/emails/values.ts';
import {
  ADDRESSES_MAX,
  CONTENT_MAX_BYTES,
  HEADERS_MAX,
  HEADERS_MAX_BYTES,
  PREVIEW_TEXT_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGS_MAX,
} from '../../../shared/contract/limits.ts';
import { parseMailbox } from '../../../shared/mail/addresses.ts';
import { findHeaderProblem } from '../../../shared/mail/header-fields.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type { GivenMailbox, Tag } from '../../../shared/resources/emails/email.ts';
import type { EmailFilters } from '../../../shared/resources/emails/list.ts';
import { pageQuery } from '../../page.ts';
import { ATTACHMENT_MESSAGES, type AttachmentInput, attachmentsInput } from './attachments/input.ts';
import { fieldTwins, TWIN_MESSAGE } from './field-twins.ts';

/** Body of POST /emails. */
export interface SendEmailInput {
  from: GivenMailbox;
  to: GivenMailbox[];
  cc: GivenMailbox[];
  bcc: GivenMailbox[];
  reply_to: GivenMailbox[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  tags: Tag[];
  preview_text: string | null;
  attachments: AttachmentInput[];
  /** As it was written; null: at once. */
  scheduled_at: string | null;
}

const KIB = 1024;
const MIB = 1024 * KIB;
const LINE_BREAK = /[\r\n]/;
const ADDRESS_FORM = 'must be `email@domain` or `Name <email@domain>`';

/** An address; a bad one is answered under `code`, which names the interface's error (middleware/errors.ts). */
function mailbox(code: string): Joi.Schema {
  return (
    Joi.string()
      // No typo, but a header that somebody tries to begin: not a bad address (decisions.md §2).
      .pattern(LINE_BREAK, { invert: true })
      .custom((text: string, { error }) => {
        const parsed = parseMailbox(text);
        return parsed ? { text: text.trim(), mailbox: parsed } : error(code);
      })
      .error((reports) => nameEmpty(reports, code))
  );
}

/** An empty text in a list of addresses is a bad address; joi has a code of its own for it. */
function nameEmpty(reports: Joi.ErrorReport[], code: string): Error {
  for (const report of reports) if (report.code === 'string.empty') report.code = code;
  // Joi takes the reports back; its types know of one error only.
  return reports as unknown as Error;
}

/** One address or a list of them; none at all is the same as absent. */
function mailboxes(code: string): Joi.ArraySchema {
  return Joi.array()
    .items(mailbox(code))
    .single()
    .max(ADDRESSES_MAX)
    .empty(Joi.alternatives(Joi.valid('', null), Joi.array().length(0)));
}

const nullableText = Joi.string().allow('').empty(null).default(null);

const headers = Joi.object()
  // An empty name is refused below; without `allow` it would not match and be left out in silence.
  .pattern(Joi.string().allow(''), Joi.string().allow(''))
  .max(HEADERS_MAX)
  .empty(null)
  .default({})
  .custom((value: Record<string, string>, helpers) => {
    for (const [name, text] of Object.entries(value)) {
      const problem = findHeaderProblem(name, text);
      if (problem)
        return helpers.message({ custom: '{{#label}}: {{#name}}: {{#problem}}' }, { name, problem });
    }
    const bytes = sumOf(Object.entries(value).flat());
    return bytes <= HEADERS_MAX_BYTES ? value : helpers.error('headers.too_large');
  });

function sumOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

const tagPart = Joi.string()
  .pattern(/^[A-Za-z0-9_-]+$/)
  .max(TAG_MAX_LENGTH);

const CAMEL_CASE_TWINS = ['replyTo', 'previewText', 'scheduledAt', 'topicId', 'templateId', 'templateAlias'];

/** Fields of the interface that nothing does yet: ignoring them would send another mail, or at another time. */
const LATER_FIELDS = ['template', 'template_id', 'template_alias', 'variables', 'topic_id'];

const laterFields = Object.fromEntries(LATER_FIELDS.map((name) => [name, Joi.any().valid(null)]));

/** Body of POST /emails. */
export const sendEmailInput = Joi.object<SendEmailInput>({
  ...laterFields,
  from: mailbox('address.from').empty(Joi.valid('', null)).required(),
  to: mailboxes('address.to').min(1).required(),
  cc: mailboxes('address.to').default([]),
  bcc: mailboxes('address.to').default([]),
  reply_to: mailboxes('address.reply_to').default([]),
  subject: Joi.string()
    .max(SUBJECT_MAX_LENGTH)
    .pattern(LINE_BREAK, { invert: true })
    .empty(Joi.valid('', null))
    .required(),
  html: nullableText,
  text: nullableText,
  headers,
  tags: Joi.array()
    .items(Joi.object({ name: tagPart.required(), value: tagPart.required() }))
    .max(TAGS_MAX)
    .empty(null)
    .default([]),
  preview_text: nullableText.max(PREVIEW_TEXT_MAX_LENGTH),
  attachments: attachmentsInput,
  scheduled_at: Joi.string().allow(null).default(null),
})
  .pattern(...fieldTwins(CAMEL_CASE_TWINS))
  .custom((value: SendEmailInput, { error }) => {
    const { html, text } = value;
    if (!html && !text) return error('content.missing');
    return sumOf([html ?? '', text ?? '']) <= CONTENT_MAX_BYTES ? value : error('content.too_large');
  })
  // Here and not where they belong: joi would merge a field's own messages anew for each request.
  .messages({
    'any.only': '{{#label}} is not supported yet. Nothing was sent',
    ...ATTACHMENT_MESSAGES,
    ...TWIN_MESSAGE,
    'content.missing': 'One of `html` and `text` must be given and must not be empty',
    'content.too_large': `\`html\` and \`text\` must not be larger than ${CONTENT_MAX_BYTES / MIB} MB together`,
    'headers.too_large': `{{#label}} must not be larger than ${HEADERS_MAX_BYTES / KIB} KB together`,
    'address.from': `{{#label}} ${ADDRESS_FORM}`,
    'address.to': `{{#label}} ${ADDRESS_FORM}`,
    'address.reply_to': `{{#label}} ${ADDRESS_FORM}`,
    'string.pattern.base': '{{#label}} may hold ASCII letters, digits, `_` and `-` only',
    'string.pattern.invert.base': '{{#label}} must not contain a line break',
  });

/** Body of PATCH /emails/:id. */
export const updateEmailInput = Joi.object<{ scheduled_at: string }>({
  scheduled_at: Joi.string().empty(null).required(),
})
  .pattern(...fieldTwins(CAMEL_CASE_TWINS))
  .messages(TWIN_MESSAGE);

/** `scheduled` is another word for pending (decisions.md §2). */
function nameStatus<Query extends { status?: string }>(query: Query): Query {
  return query.status === 'scheduled' ? { ...query, status: 'pending' } : query;
}

/** Query of GET /emails. */
export const listEmailsQuery = (pageQuery as Joi.ObjectSchema)
  .keys({
    status: Joi.string().valid(...EMAIL_STATUSES, 'scheduled'),
    q: Joi.string().max(200),
    folder: Joi.string().valid(...EMAIL_FOLDERS),
    from: Joi.string().max(320),
    to: Joi.string().max(320),
    tag: Joi.string().max(2 * TAG_MAX_LENGTH + 1),
    source: Joi.string().valid(...EMAIL_SOURCES),
  })
  .custom(nameStatus) as Joi.ObjectSchema<PageRequest & EmailFilters>;

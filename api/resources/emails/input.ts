// Input of /emails: the joi schemas of bodies (docs/reference/emails.md).
import Joi from 'joi';
import { EMAIL_OBJECTS } from '../../../shared/contract/emails/objects.ts';
import { HEADERS_MAX, HEADERS_MAX_BYTES } from '../../../shared/contract/limits.ts';
import type { MailByName } from '../../../shared/contract/mail/fields.ts';
import { findHeaderProblem } from '../../../shared/mail/header-fields.ts';
import type { ParsedMailbox, Tag } from '../../../shared/resources/messaging/emails/email.ts';
import { describedAs } from '../../input/described-as.ts';
import { objectByGivenFields } from '../../input/given-fields.ts';
import { objectOfFields, unsupported } from '../../near-misses/object-schema.ts';
import { ADDRESS_MESSAGES, mailboxes } from './address-fields.ts';
import { ATTACHMENT_MESSAGES, type AttachmentInput, attachmentsInput } from './attachments/input.ts';
import { bytesOf, CONTENT_MESSAGES, findContentFault } from './content-fields.ts';
import { givenMail } from './mail-fields.ts';
import { type GivenParts, givenParts } from './part-fields.ts';
import { POLL_MESSAGES, type PollInput, pollInputField } from './poll-field.ts';
import { tagsInput } from './tags.ts';
import {
  checkTemplateFields,
  namesTemplate,
  TEMPLATE_MESSAGES,
  type TemplateFields,
  templateFields,
} from './template-fields.ts';
import { TRACKING_MESSAGES, type TrackingChoice, trackingField } from './tracking-fields.ts';

/** Body of POST /emails. */
export interface SendEmailInput extends TemplateFields, GivenParts, MailByName<ParsedMailbox> {
  to: ParsedMailbox[];
  cc: ParsedMailbox[];
  bcc: ParsedMailbox[];
  headers: Record<string, string>;
  tags: Tag[];
  tracking?: TrackingChoice;
  poll?: PollInput;
  attachments: AttachmentInput[];
  /** The time as the client wrote it; null: send at once. */
  scheduled_at: string | null;
}

const KIB = 1024;

const headers = Joi.object()
  // An empty name is refused below; without `allow` it would match nothing and be dropped silently.
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
    const bytes = bytesOf(Object.entries(value).flat());
    return bytes <= HEADERS_MAX_BYTES ? value : helpers.error('headers.too_large');
  });

const EMAIL = EMAIL_OBJECTS.Email;
const { from, reply_to, subject, html, text, ...otherMail } = givenMail;

/** A template may have the field in place of the send. Each check is one of its own, so that all faults are found. */
function requireUnlessTemplate(field: 'from' | 'subject') {
  return (value: SendEmailInput, { error }: Joi.CustomHelpers) =>
    value[field] === null && !namesTemplate(value) ? error('field.missing', { field }) : value;
}

const SEND_FIELDS = describedAs(EMAIL, {
  ...templateFields,
  ...givenParts,
  from,
  to: mailboxes('address.to').min(1).required(),
  cc: mailboxes('address.to').default([]),
  bcc: mailboxes('address.to').default([]),
  reply_to,
  subject,
  html,
  text,
  headers,
  tags: tagsInput,
  ...otherMail,
  tracking: trackingField,
  poll: pollInputField.empty(null),
  attachments: attachmentsInput.description(
    'Up to 100 files, each with `content` or `path`: at most 25 MB per file and 40 MB together. Each `content_id` must be unique',
  ),
  scheduled_at: Joi.string().allow(null).default(null),
});

function addChecks(object: Joi.ObjectSchema<SendEmailInput>): Joi.ObjectSchema<SendEmailInput> {
  return (
    object
      .custom(checkTemplateFields)
      .custom(requireUnlessTemplate('from'))
      .custom(requireUnlessTemplate('subject'))
      .custom((value: SendEmailInput, { error, original }) => {
        const missing = namesTemplate(value) ? undefined : findContentFault(value);
        // Other services have the content in a field of this name.
        const isBody = missing === 'content.missing' && typeof original.body === 'string';
        if (isBody) return error('content.body', { field: 'body' });
        return missing ? error(missing) : value;
      })
      // Here and not at the fields: joi would merge messages of a nested field again for each request.
      .messages({
        ...ATTACHMENT_MESSAGES,
        ...TEMPLATE_MESSAGES,
        ...CONTENT_MESSAGES,
        ...TRACKING_MESSAGES,
        ...POLL_MESSAGES,
        'headers.too_large': `{{#label}} must have at most ${HEADERS_MAX_BYTES / KIB} KB together`,
        ...ADDRESS_MESSAGES,
        'string.pattern.base': '{{#label}} must contain only ASCII letters, digits, `_` and `-`',
      })
  );
}

/** Body of POST /emails. */
export const sendEmailInput = objectByGivenFields(SEND_FIELDS, addChecks);

const notInBatch = unsupported(Joi.any().empty(Joi.valid(null)).forbidden());

/** An item of POST /emails/batch. An empty list of files counts as absent. */
export const batchItemInput = objectByGivenFields<SendEmailInput>(
  {
    ...SEND_FIELDS,
    attachments: notInBatch.empty(Joi.alternatives(Joi.valid(null), Joi.array().length(0))),
    scheduled_at: notInBatch,
  },
  (object) => addChecks(object).messages({ 'any.unknown': '{{#label}} is not supported in a batch' }),
);

/** Body of PATCH /emails/:id. */
export const updateEmailInput = objectOfFields<{ scheduled_at: string }>(
  describedAs(EMAIL, {
    scheduled_at: Joi.string().empty(null).required(),
  }),
);

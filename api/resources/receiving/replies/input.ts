// Input of forward and reply: the joi schemas of their bodies (docs/reference/receiving-answers.md).
import Joi from 'joi';
import { EMAIL_OBJECTS } from '../../../../shared/contract/emails/objects.ts';
import type { ParsedMailbox } from '../../../../shared/resources/messaging/emails/email.ts';
import { describedAs } from '../../../input/described-as.ts';
import { objectOfFields } from '../../../near-misses/object-schema.ts';
import { ADDRESS_MESSAGES, mailbox, mailboxes } from '../../emails/address-fields.ts';
import {
  ATTACHMENT_MESSAGES,
  type AttachmentInput,
  attachmentsInput,
} from '../../emails/attachments/input.ts';
import { CONTENT_MESSAGES, findContentFault, nullableText } from '../../emails/content-fields.ts';

/** The common input of forward and reply. */
interface AnswerInput {
  /** null: the address that has received the email. */
  from: ParsedMailbox | null;
  html: string | null;
  text: string | null;
}

/** Body of POST /emails/receiving/:id/forward. */
interface ForwardBody extends AnswerInput {
  to: ParsedMailbox[];
  passthrough: boolean;
}

/** Body of POST /emails/receiving/:id/reply. */
interface ReplyBody extends AnswerInput {
  cc: ParsedMailbox[];
  bcc: ParsedMailbox[];
  reply_all: boolean;
  attachments: AttachmentInput[];
}

const EMAIL = EMAIL_OBJECTS.Email;

const sender = mailbox('address.from')
  .empty(Joi.valid('', null))
  .default(null)
  .description('Sender. Default: the address that received the email');

const choice = Joi.boolean().strict().empty(null);

/** Body of POST /emails/receiving/:id/forward. */
export const forwardInput = objectOfFields<ForwardBody>(
  describedAs(EMAIL, {
    to: mailboxes('address.to').min(1).required(),
    from: sender,
    passthrough: choice
      .default(true)
      .description(
        '`true`: forwards the email with its original content and attachments. `false`: attaches the whole email as a file to your `html` and `text`',
      ),
    html: nullableText.description('HTML body, only with `passthrough: false`'),
    text: nullableText.description(
      'Plain-text body, only with `passthrough: false`. By default it is generated from `html`',
    ),
  }),
)
  .custom((value: ForwardBody, { error }) => {
    const { passthrough, html, text } = value;
    if (passthrough) return html || text ? error('forward.contents') : value;
    const fault = findContentFault(value);
    return fault ? error(fault) : value;
  })
  .messages({
    ...CONTENT_MESSAGES,
    ...ADDRESS_MESSAGES,
    'forward.contents': '`html` and `text` require `passthrough: false`',
  });

/** Body of POST /emails/receiving/:id/reply. */
export const replyInput = objectOfFields<ReplyBody>(
  describedAs(EMAIL, {
    from: sender,
    cc: mailboxes('address.to').default([]),
    bcc: mailboxes('address.to').default([]),
    reply_all: choice
      .default(false)
      .description('`true`: also replies to the other `to` and `cc` recipients, except your own addresses'),
    html: nullableText,
    text: nullableText,
    attachments: attachmentsInput.description('Up to 100 files, as for `POST /emails`'),
  }),
)
  .custom((value: ReplyBody, { error }) => {
    const fault = findContentFault(value);
    return fault ? error(fault) : value;
  })
  .messages({ ...ATTACHMENT_MESSAGES, ...CONTENT_MESSAGES, ...ADDRESS_MESSAGES });

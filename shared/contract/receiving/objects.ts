// Received emails and their files: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { DISPOSITIONS, HTML_FORMATS } from './values.ts';

/** A file of a received email. */
export const FILE = {
  id: field.ID,
  filename: field.textOrNull('Name of the file as the sender wrote it, possibly a path; null: it has none'),
  charset_guessed: field.flag(
    'Whether the name is invalid in its declared charset, so Posthorn guessed another',
  ),
  size: field.count('Size in bytes'),
  content_type: field.text('Content type of the file, with its parameters'),
  content_disposition: field.oneOf(
    '`inline`: shown in the HTML body; `attachment`: offered as a file; null: the message does not say',
    [...DISPOSITIONS, null],
  ),
  content_id: field.textOrNull('Id that the HTML body uses to show the file inline: `cid:…`'),
  content_description: field.textOrNull(
    'Description of the file by the sender (Content-Description); null: none',
  ),
} as const;

const LINK = {
  download_url: field.uri('Link that downloads it without an API key until `expires_at`'),
  expires_at: field.time('When `download_url` expires'),
} as const;

/** A received email in a list. */
export const ITEM = {
  id: field.ID,
  from: field.textOrNull('From, as in the header; null: the message has none'),
  to: field.texts('Addresses of To, as in the header'),
  cc: field.texts('Addresses of Cc, as in the header'),
  bcc: field.texts('Addresses of Bcc, as in the header'),
  reply_to: field.texts('Addresses of Reply-To, as in the header'),
  received_for: field.texts('Addresses of the account to which the message was delivered'),
  subject: field.textOrNull('Subject line; null: the message has none'),
  message_id: field.textOrNull('The Message-ID header; null: the message has none'),
  in_reply_to: field.textOrNull('Message-ID of the email that this one answers; null: not given'),
  thread_id: field.id('Id of the conversation: emails that answer each other share it'),
  authentication: field.group(
    'Sender authentication results, as in RFC 8601: `pass`, `fail`, `none` and others',
    {
      spf: field.text('Whether the server is allowed to send for the domain of the return path'),
      dkim: field.text('Whether a signature of the message is valid'),
      dmarc: field.text('Whether the From domain is authenticated under its own policy'),
      arc: field.text('Whether the chain of servers that forwarded the message is valid'),
    },
  ),
  parse_error: field.textOrNull('Why the message could not be read completely; null: it was'),
  charset_guessed: field.flag(
    'Whether a body or the header is invalid in its declared charset, so Posthorn guessed another',
  ),
  attachments: field.groups('Attachments of the message, in order', FILE),
  created_at: field.time('When the message was received'),
} as const;

/** Name of an object → its fields. */
export const RECEIVING_OBJECTS = {
  ReceivedEmailItem: ITEM,
  ReceivedEmail: {
    object: field.type('email'),
    ...ITEM,
    html: field.textOrNull('HTML body, in the form that `html_format` names; null: there is none'),
    text: field.textOrNull('Plain-text body; null: there is none'),
    html_format: field.oneOf(
      '`data_uri`: images of the message are part of the HTML; `cid`: the HTML refers to them by `cid:…`',
      HTML_FORMATS,
    ),
    headers: {
      description:
        'Header fields: name in lower case and value. Values of a repeated field are joined with `, `',
      type: 'object',
      additionalProperties: { type: 'string' },
    },
    size: field.count('Size of the original message, in bytes'),
    raw: field.group('The original message', LINK),
  },
  ReceivingAddress: {
    address: field.text('Address, in lower case'),
    count: field.count('Number of emails received, including those deleted since'),
    last_received_at: field.time('When it last received an email'),
  },
  ReceivedAttachmentItem: { ...FILE, ...LINK },
  ReceivedAttachment: { object: field.type('attachment'), ...FILE, ...LINK },
  RawEmail: {
    object: field.type('raw_email'),
    id: field.ID,
    size: field.count('Size of the message in bytes'),
    content: field.text('The original message, in base64'),
    ...LINK,
  },
  DeletedReceivedEmail: field.deleted('email', 'True: the email was deleted, with its attachments'),
} as const satisfies Record<string, field.ObjectFields>;

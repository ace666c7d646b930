// Received emails and their files: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { DISPOSITIONS, HTML_FORMATS } from './values.ts';

const FILE = {
  id: field.ID,
  filename: field.textOrNull(
    'Name of the file as the sender wrote it, which may be a path; null: it has none',
  ),
  charset_guessed: field.flag(
    'Whether the name is not valid in the charset that it declares, so that another was guessed',
  ),
  size: field.count('Size in bytes'),
  content_type: field.text('Content type of the file, with its parameters'),
  content_disposition: field.oneOf(
    '`inline`: shown within the HTML body; `attachment`: offered as a file; null: the message does not say it',
    [...DISPOSITIONS, null],
  ),
  content_id: field.textOrNull('Id by which the HTML body shows the file inline: `cid:…`'),
  content_description: field.textOrNull(
    'What the sender says of the file (Content-Description); null: nothing',
  ),
} as const;

const LINK = {
  download_url: field.uri('Link that downloads it without an API key until `expires_at`'),
  expires_at: field.time('When `download_url` expires'),
} as const;

const ITEM = {
  id: field.ID,
  from: field.textOrNull('From, as in the header; null: the message has none'),
  to: field.texts('Addresses of To, as in the header'),
  cc: field.texts('Addresses of Cc, as in the header'),
  bcc: field.texts('Addresses of Bcc, as in the header'),
  reply_to: field.texts('Addresses of Reply-To, as in the header'),
  received_for: field.texts('Addresses of the account to which the message was delivered'),
  subject: field.textOrNull('Subject line; null: the message has none'),
  message_id: field.textOrNull('The Message-ID header; null: the message has none'),
  in_reply_to: field.textOrNull('Message-ID of the email that it answers; null: none is named'),
  thread_id: field.id('Id of the conversation: emails that answer each other have the same'),
  authentication: field.group(
    'What was proven about the sender, in the words of RFC 8601: `pass`, `fail`, `none` and others',
    {
      spf: field.text('Whether the server may send for the domain of the return path'),
      dkim: field.text('Whether a signature of the message is valid'),
      dmarc: field.text('Whether the domain of From is proven, by the policy of that domain'),
      arc: field.text('Whether the chain of servers that have forwarded the message is valid'),
    },
  ),
  parse_error: field.textOrNull('Why not all of the message could be read; null: all was read'),
  charset_guessed: field.flag(
    'Whether a text or the header is not valid in the charset that it declares, so that another was guessed',
  ),
  attachments: field.groups('Files of the message, in their order', FILE),
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
    size: field.count('Size of the message as it was received, in bytes'),
    raw: field.group('The message as it was received', LINK),
  },
  ReceivingAddress: {
    address: field.text('Address, in lower case'),
    count: field.count('Number of emails that it has received, also of those that were deleted since'),
    last_received_at: field.time('When it last received an email'),
  },
  ReceivedAttachmentItem: { ...FILE, ...LINK },
  ReceivedAttachment: { object: field.type('attachment'), ...FILE, ...LINK },
  RawEmail: {
    object: field.type('raw_email'),
    id: field.ID,
    size: field.count('Size of the message in bytes'),
    content: field.text('The message as it was received, in base64'),
    ...LINK,
  },
  DeletedReceivedEmail: field.deleted('email', 'The email was deleted, with its files'),
} as const satisfies Record<string, field.ObjectFields>;

// Reads the mail of a step, with its references resolved: what they read at this moment may be no subject and no address.
import { ADDRESSES_MAX, SUBJECT_MAX_LENGTH } from '../../../../contract/limits.ts';
import { EMPTY_MAIL_CONTENT } from '../../../../contract/mail/fields.ts';
import { type ParsedMailbox, parseStoredNamedMailbox } from '../../../messaging/emails/email.ts';
import type { TemplateEmail } from '../../../messaging/templates/rendering/render-for-send.ts';
import type { ContactFacts } from '../graph/variables.ts';
import { jsonSize } from './json-size.ts';

/** Characters of the variables as JSON, about: as much as a request may send. */
const VARIABLES_MAX_LENGTH = 256 * 1024;
const LINE_BREAK = /[\r\n]/;

/** A mail that a step sends. */
export interface MailTask {
  /** Id or alias of the template. */
  template: string;
  variables: Readonly<Record<string, unknown>>;
  from: unknown;
  subject: unknown;
  replyTo: unknown;
  topicId: string | undefined;
}

/** A run that is to send a mail. */
export interface MailingRun {
  accountId: string;
  /** The From of its domain for mail that names none. */
  defaultFrom: string | null;
  contact: ContactFacts;
  /** The payload of the event that started it. */
  payload: unknown;
}

/** An unreadable value makes the step fail; the message is for the account. */
class UnreadableError extends Error {}

/** @returns or why nothing can be sent: a sentence */
export function readMail(run: MailingRun, mail: MailTask): TemplateEmail | string {
  try {
    return readTemplate(run, mail);
  } catch (error) {
    if (error instanceof UnreadableError) return error.message;
    throw error;
  }
}

function readTemplate(
  { accountId, defaultFrom, contact, payload }: MailingRun,
  mail: MailTask,
): TemplateEmail {
  if (jsonSize(mail.variables, VARIABLES_MAX_LENGTH) > VARIABLES_MAX_LENGTH)
    throw new UnreadableError(`\`variables\` are larger than ${VARIABLES_MAX_LENGTH / 1024} KB.`);
  return {
    accountId,
    idOrAlias: mail.template,
    variables: mail.variables,
    given: {
      ...EMPTY_MAIL_CONTENT,
      from: readSender(mail.from),
      subject: readSubject(mail.subject),
      replyTo: readReplyTo(mail.replyTo),
    },
    to: [readMailbox(contact.email, 'The address of the contact')],
    contactId: contact.id,
    defaultFrom: defaultFrom === null ? null : (parseStoredNamedMailbox(defaultFrom) ?? null),
    event: isFields(payload) ? payload : {},
  };
}

function isFields(payload: unknown): payload is Readonly<Record<string, unknown>> {
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload);
}

/** Without a value it is the template's. */
const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

function readSender(value: unknown): ParsedMailbox | null {
  return isAbsent(value) ? null : readMailbox(value, '`from`');
}

function readSubject(value: unknown): string | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'object') throw new UnreadableError('`subject` must be a string.');
  const text = String(value);
  if (LINE_BREAK.test(text)) throw new UnreadableError('`subject` contains a line break.');
  if (text.length > SUBJECT_MAX_LENGTH)
    throw new UnreadableError(`\`subject\` has more than ${SUBJECT_MAX_LENGTH} characters.`);
  return text;
}

function readReplyTo(value: unknown): ParsedMailbox[] {
  const given = (Array.isArray(value) ? value : [value]).filter((each) => !isAbsent(each));
  if (given.length > ADDRESSES_MAX)
    throw new UnreadableError(`\`reply_to\` has more than ${ADDRESSES_MAX} addresses.`);
  return given.map((each) => readMailbox(each, '`reply_to`'));
}

function readMailbox(value: unknown, what: string): ParsedMailbox {
  const mailbox =
    typeof value === 'string' && !LINE_BREAK.test(value) ? parseStoredNamedMailbox(value) : undefined;
  if (!mailbox) throw new UnreadableError(`${what} is not an email address.`);
  return mailbox;
}

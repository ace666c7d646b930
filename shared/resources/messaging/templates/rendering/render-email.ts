// Renders a template to the contents of an email: the one function of sends, previews and tests. The send's own fields
// (sender, subject, reply addresses, preview text) win over the template's.
import { DomainError } from '../../../../contract/domain-error.ts';
import { ADDRESSES_MAX, PREVIEW_TEXT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '../../../../contract/limits.ts';
import {
  EMPTY_MAIL_CONTENT,
  MAIL_FIELDS,
  type MailBody,
  type MailContent,
  type MailFieldName,
} from '../../../../contract/mail/fields.ts';
import type { CompiledTemplate } from '../../../../mail/templates/compile.ts';
import { renderTemplate } from '../../../../mail/templates/render.ts';
import {
  type RenderedTemplate,
  TemplateRenderError,
  type TemplateValues,
} from '../../../../mail/templates/template.ts';
import { type ParsedMailbox, parseStoredNamedMailbox } from '../../emails/email.ts';

const NAMES = MAIL_FIELDS.map(({ name }) => name);

/** The client's values for an email, which replace the template's fields; null and an empty list: the template's. */
export type GivenContents = Omit<MailContent<ParsedMailbox>, 'html' | 'text'>;

/** The contents of an email as far as a template can give them. */
export interface RenderedContents extends MailContent<ParsedMailbox> {
  /** The values of the contact that it prints and that are empty without a fallback. */
  emptyNames: readonly string[];
}

/**
 * Renders the contents of an email. By default all of it is the template's.
 * @throws DomainError `validation_error` for a variable without a value or of the wrong type, a limit, or a field that
 *   is not a valid field of an email any more; `invalid_from_address`
 */
export function renderContents(
  compiled: CompiledTemplate,
  values: TemplateValues,
  given: GivenContents = EMPTY_MAIL_CONTENT,
): RenderedContents {
  const fields = NAMES.filter((field) => !isGiven(field, given));
  const rendered = orRefuse(() => renderTemplate(compiled, values, fields));
  return {
    from: given.from ?? parseSender(rendered.from),
    subject: given.subject ?? checkLength('subject', rendered.subject, SUBJECT_MAX_LENGTH),
    replyTo: given.replyTo.length > 0 ? given.replyTo : parseReplyTo(rendered),
    previewText:
      given.previewText ?? checkLength('preview_text', rendered.previewText, PREVIEW_TEXT_MAX_LENGTH),
    html: rendered.html,
    text: rendered.text,
    emptyNames: rendered.emptyNames,
  };
}

const BODY = ['html', 'text'] as const;

/** Renders html and text alone. @throws DomainError as `renderContents` */
export function renderBody(compiled: CompiledTemplate, values: TemplateValues): MailBody {
  return orRefuse(() => renderTemplate(compiled, values, BODY));
}

/** Renders the sender alone. @throws DomainError as `renderContents` */
export function renderSender(compiled: CompiledTemplate, values: TemplateValues): ParsedMailbox | null {
  return parseSender(orRefuse(() => renderTemplate(compiled, values, ['from'])).from);
}

function isGiven(field: MailFieldName, { from, subject, replyTo, previewText }: GivenContents): boolean {
  if (field === 'from') return from !== null;
  if (field === 'subject') return subject !== null;
  if (field === 'reply_to') return replyTo.length > 0;
  return field === 'preview_text' && previewText !== null;
}

function orRefuse(render: () => RenderedTemplate): RenderedTemplate {
  try {
    return render();
  } catch (error) {
    if (!(error instanceof TemplateRenderError)) throw error;
    throw new DomainError('validation_error', `${error.message}.`, {
      ...(error.variable !== null && { field: `variables.${error.variable}` }),
      cause: error,
    });
  }
}

function parseSender(text: string | null): ParsedMailbox | null {
  if (!text?.trim()) return null;
  const sender = parseStoredNamedMailbox(text);
  if (sender) return sender;
  throw new DomainError(
    'invalid_from_address',
    'The rendered `from` must be `email@domain` or `Name <email@domain>`.',
  );
}

function parseReplyTo({ replyTo }: RenderedTemplate): ParsedMailbox[] {
  if (replyTo.length > ADDRESSES_MAX)
    throw new DomainError('validation_error', `\`reply_to\` has more than ${ADDRESSES_MAX} addresses.`);
  return replyTo.map((text) => {
    const mailbox = parseStoredNamedMailbox(text);
    if (mailbox) return mailbox;
    throw new DomainError('validation_error', 'A rendered `reply_to` is not an email address.');
  });
}

function checkLength(field: string, text: string | null, maxLength: number): string | null {
  if (text !== null && text.length > maxLength)
    throw new DomainError(
      'validation_error',
      `The rendered \`${field}\` has more than ${maxLength} characters.`,
    );
  return text === '' ? null : text;
}

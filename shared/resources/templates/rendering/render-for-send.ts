// Renders the templates of sends when they are accepted, so that a scheduled email keeps what its template was. Faults
// refuse the email, and nothing is sent.
import { DomainError } from '../../../contract/domain-error.ts';
import { addressKey } from '../../../mail/addresses.ts';
import type { TemplateContact, TemplateValues } from '../../../mail/templates/template.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { ParsedMailbox } from '../../emails/email.ts';
import type { TemplatePath } from '../template.ts';
import { createContactValues, type FindContactValues } from './contact-values.ts';
import { createPublishedTemplates, type SendableTemplate } from './published-templates.ts';
import { type GivenContents, type RenderedContents, renderContents, renderSender } from './render-email.ts';

/** An email that is made from a template. */
export interface TemplateEmail extends TemplatePath {
  variables: Readonly<Record<string, unknown>>;
  given: GivenContents;
  to: readonly ParsedMailbox[];
}

/** The contents of an email that can be sent. */
export interface EmailContents extends RenderedContents {
  from: ParsedMailbox;
  subject: string;
  /** null: they were not made from a template. */
  templateId: string | null;
}

/** An email whose template and contact were read. Rendering it does nothing but compute, for up to 50 ms. */
export interface PreparedEmail {
  /** @throws DomainError as `renderContents`; `missing_required_field` when nobody gives a sender or a subject */
  render(): EmailContents;
}

/** Prepares emails that are made from templates. */
export interface EmailRenderer {
  /**
   * Reads what an email is rendered from: the published version of its template, and its contact.
   * @throws DomainError as `FindPublishedTemplate` and, for the sender, as `renderContents`
   */
  prepare(email: TemplateEmail, now: Date): Promise<PreparedEmail>;
  /** The same with a version that was read already. */
  prepareWith(template: SendableTemplate, email: TemplateEmail, now: Date): Promise<PreparedEmail>;
}

/** Creates the renderer of a process. */
export function createEmailRenderer(database: Database): EmailRenderer {
  const findPublished = createPublishedTemplates(database);
  const findContact = createContactValues(database);
  const prepareWith = async (template: SendableTemplate, email: TemplateEmail, now: Date) => {
    const { compiled } = template;
    const values = { variables: email.variables, now };
    const contact = compiled.usesContact
      ? await contactOf(email, senderOf(template, values, email), findContact)
      : undefined;
    const render = () =>
      requireSendable(template, renderContents(compiled, { ...values, contact }, email.given));
    return { render };
  };
  return {
    prepareWith,
    prepare: async (email, now) => await prepareWith(await findPublished(email), email, now),
  };
}

/** The sender decides in which audience the contact is; it is rendered without one. */
function senderOf(
  { compiled }: SendableTemplate,
  values: Omit<TemplateValues, 'contact'>,
  { given }: TemplateEmail,
): ParsedMailbox | null {
  return given.from ?? renderSender(compiled, { ...values, contact: undefined });
}

/** Several recipients see the same message, so it shows the values of none of them. */
async function contactOf(
  { accountId, to }: TemplateEmail,
  from: ParsedMailbox | null,
  findContact: FindContactValues,
): Promise<TemplateContact | undefined> {
  const [only, ...others] = new Set(to.map(({ mailbox }) => addressKey(mailbox.address)));
  if (only === undefined || others.length > 0 || !from) return undefined;
  return await findContact({
    accountId,
    domain: from.mailbox.domain,
    address: to[0]?.mailbox.address ?? only,
  });
}

function requireSendable({ id }: SendableTemplate, contents: RenderedContents): EmailContents {
  const { from, subject, html, text } = contents;
  if (!from) throw missing('from');
  if (!subject) throw missing('subject');
  if (!html && !text)
    throw new DomainError('validation_error', 'The template renders neither `html` nor `text`.');
  return { ...contents, from, subject, templateId: id };
}

function missing(field: string): DomainError {
  return new DomainError(
    'missing_required_field',
    `Missing \`${field}\` field. The template has none either.`,
  );
}

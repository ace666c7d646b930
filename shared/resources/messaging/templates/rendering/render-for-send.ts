// Renders the templates of sends when they are accepted, so that a scheduled email keeps the present version of its
// template. Data is read for all emails of a request together; rendering takes turns with other requests, because a
// template may take 50 ms.
import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import type { TemplateContact, TemplateValues } from '../../../../mail/templates/template.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import type { ParsedMailbox } from '../../emails/email.ts';
import { refuseMissingPoll, refuseSecondPoll } from '../../polls/define.ts';
import type { PollDefinition } from '../../polls/poll.ts';
import type { TemplatePath } from '../template.ts';
import { createContactValues, type FindContactValues } from './contact-values.ts';
import {
  createPublishedTemplates,
  type FindPublishedTemplate,
  type SendableTemplate,
} from './published-templates.ts';
import { type GivenContents, type RenderedContents, renderContents, renderSender } from './render-email.ts';

/** An email that is made from a template. */
export interface TemplateEmail extends TemplatePath {
  variables: Readonly<Record<string, unknown>>;
  given: GivenContents;
  /** The From when neither the email nor the template gives one. */
  defaultFrom?: ParsedMailbox | null;
  to: readonly ParsedMailbox[];
  /** Instead of the published version. */
  template?: SendableTemplate;
  /** The contact that it shows, with the address of `to`; by default the one of the only `to` recipient. */
  contactId?: string;
  /** The values of that contact, in place of the stored ones. */
  contact?: TemplateContact;
  /** The poll of the email itself; absent: none, or its template's. */
  poll?: PollDefinition | null;
  /** The payload of the event that started the automation. */
  event?: Readonly<Record<string, unknown>>;
}

/** The contents of an email that can be sent. */
export interface EmailContents extends RenderedContents {
  from: ParsedMailbox;
  subject: string;
  /** null: they were not made from a template. */
  templateId: string | null;
  /** The poll; null: none. */
  poll: PollDefinition | null;
}

/** Renders templates for sends. */
export interface EmailRenderer {
  /**
   * Renders emails of one account.
   * @returns the results in the order of the emails, in parts, one turn of the event loop each: the contents, or the
   *   refusal: `not_found`, `missing_required_field` when neither gives a sender or a subject, `validation_error` when both
   *   have a poll or the template shows one that neither has, and those of `renderContents`
   */
  renderAll(
    emails: readonly TemplateEmail[],
    now: Date,
  ): AsyncGenerator<readonly (EmailContents | DomainError)[], void>;
  /** Renders one email. @throws DomainError */
  render(email: TemplateEmail, now: Date): Promise<EmailContents>;
}

/** An email whose template was read, or its refusal. */
interface Preparing {
  email: TemplateEmail;
  template: SendableTemplate | undefined;
  contact: TemplateContact | undefined;
  refusal: DomainError | undefined;
}

/** Creates the renderer of a process. */
export function createEmailRenderer(database: Database, turns: FairTurns): EmailRenderer {
  const findPublished = createPublishedTemplates(database, turns);
  const findContact = createContactValues(database);
  async function* renderAll(emails: readonly TemplateEmail[], now: Date) {
    const prepared = await Promise.all(emails.map((email) => prepare(email, findPublished)));
    await readContacts(prepared, { turns, findContact, now });
    for (let next = 0; next < prepared.length; ) {
      const owner = prepared[next]?.email.accountId ?? '';
      const part = await turns.run(owner, (mayGoOn) => {
        const results: (EmailContents | DomainError)[] = [];
        do results.push(renderPrepared(prepared[next + results.length] as Preparing, now));
        while (next + results.length < prepared.length && mayGoOn());
        return results;
      });
      next += part.length;
      yield part;
    }
  }
  return {
    renderAll,
    async render(email, now) {
      for await (const [contents] of renderAll([email], now)) {
        if (contents instanceof DomainError) throw contents;
        if (contents) return contents;
      }
      throw new Error('An email was not rendered.');
    },
  };
}

async function prepare(email: TemplateEmail, findPublished: FindPublishedTemplate): Promise<Preparing> {
  try {
    const template = email.template ?? (await findPublished(email));
    return { email, template, contact: undefined, refusal: undefined };
  } catch (error) {
    return { email, template: undefined, contact: undefined, refusal: refusalOf(error) };
  }
}

interface Reading {
  turns: FairTurns;
  findContact: FindContactValues;
  now: Date;
}

/** Most templates show no values of a contact; nothing is read for them. */
async function readContacts(
  prepared: readonly Preparing[],
  { turns, findContact, now }: Reading,
): Promise<void> {
  const reads = prepared.map(async (each) => {
    const { accountId, to, contactId } = each.email;
    // Several recipients see the same message, so it shows the values of none of them.
    const [only, ...others] = new Set(to.map(({ mailbox }) => addressKey(mailbox.address)));
    if (!each.template?.compiled.usesContact || only === undefined || others.length > 0) return;
    if (each.email.contact) {
      each.contact = each.email.contact;
      return;
    }
    const address = to[0]?.mailbox.address ?? only;
    if (contactId !== undefined) {
      each.contact = await findContact({ accountId, contactId, address });
      return;
    }
    const sender = each.email.given.from ?? (await turns.run(accountId, () => findSender(each, now)));
    if (!sender) return;
    each.contact = await findContact({ accountId, domain: sender.mailbox.domain, address });
  });
  await Promise.all(reads);
}

/** The sender decides in which audience the contact is, so it is rendered without one first. */
function findSender(each: Preparing, now: Date): ParsedMailbox | null {
  const { template, email } = each;
  if (!template) return null;
  try {
    return renderSender(template.compiled, valuesOf(email, undefined, now));
  } catch (error) {
    each.refusal = refusalOf(error);
    return null;
  }
}

function renderPrepared(
  { email, template, contact, refusal }: Preparing,
  now: Date,
): EmailContents | DomainError {
  if (refusal || !template) return refusal ?? notFound('Template');
  try {
    const poll = pollOf(email, template);
    const contents = renderContents(template.compiled, valuesOf(email, contact, now), email.given);
    const from = contents.from ?? email.defaultFrom ?? null;
    // A spread with more properties would make a new hidden class (map) for each email.
    return Object.assign(requireSendable({ ...contents, from }), { templateId: template.id, poll });
  } catch (error) {
    return refusalOf(error);
  }
}

/** @throws DomainError when there are two polls, or none where the template shows one */
function pollOf({ poll: own }: TemplateEmail, { poll, compiled }: SendableTemplate): PollDefinition | null {
  if (own && poll) throw refuseSecondPoll('the email');
  if (!own && !poll && compiled.usesPoll) throw refuseMissingPoll();
  return own ?? poll;
}

function valuesOf(
  { variables, event }: TemplateEmail,
  contact: TemplateContact | undefined,
  now: Date,
): TemplateValues {
  return { variables, contact, now, ...(event && { event }) };
}

/** @throws the error if it is a bug */
function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

function requireSendable(contents: RenderedContents): Omit<EmailContents, 'templateId' | 'poll'> {
  const { from, subject, html, text } = contents;
  if (!from) throw missing('from');
  if (!subject) throw missing('subject');
  if (!html && !text)
    throw new DomainError('validation_error', 'The template renders neither `html` nor `text`.');
  return { ...contents, from, subject };
}

function missing(field: string): DomainError {
  return new DomainError(
    'missing_required_field',
    `Missing \`${field}\` field. The template does not have one either.`,
  );
}

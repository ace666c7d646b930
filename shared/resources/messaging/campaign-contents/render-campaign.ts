// Renders what a campaign says for a contact, at its release, and again from the values that it showed whenever its mail is
// read: all see the same octets.
import { DomainError } from '../../../contract/domain-error.ts';
import type { MailBody, SendableContent } from '../../../contract/mail/fields.ts';
import { addUtm } from '../../../mail/links/utm.ts';
import { withPollLine, withPollPlace } from '../../../mail/polls/poll-places.ts';
import { findLinkPlaceholders } from '../../../mail/recipient-links/recipient-links.ts';
import { recallContact, recordReads } from '../../../mail/templates/recorded-contact.ts';
import type { TemplateContact } from '../../../mail/templates/template.ts';
import { addFooterToHtml, addFooterToText } from '../../../mail/unsubscribing/unsubscribe-footer.ts';
import type { ParsedMailbox } from '../emails/email.ts';
import { refuseMissingPoll } from '../polls/define.ts';
import { type RenderedContents, renderBody, renderContents } from '../templates/rendering/render-email.ts';
import type { CompiledCampaign } from './compiled-contents.ts';

/** The values that a mail shows: those that were read of the contact. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** A campaign for one contact. */
export interface RenderedCampaign extends SendableContent<ParsedMailbox> {
  templateId: string | null;
  data: ShownValues;
  /** The values of the contact that it prints and that are empty without a fallback. */
  emptyNames: readonly string[];
}

/** The contact whose values it shows, and the time that it shows. */
export interface CampaignValues {
  contact: TemplateContact | undefined;
  now: Date;
}

/** @throws DomainError `validation_error` where it has a place for a poll, and no poll */
export function requirePollOf({ compiled, poll }: CompiledCampaign): void {
  if (compiled.usesPoll && !poll) throw refuseMissingPoll();
}

/** @throws DomainError `validation_error` for what cannot be rendered with these values */
export function renderCampaign(content: CompiledCampaign, values: CampaignValues): RenderedCampaign {
  const mail = renderMail(content, values);
  return Object.assign(mail, bodyOf(mail, content));
}

/**
 * Renders a mail whose contents are rendered again when they are read: all of it, because what cannot be rendered is not
 * sent.
 * @throws DomainError as `renderCampaign`
 */
export function renderWithoutBody(
  content: CompiledCampaign,
  values: CampaignValues,
): RenderedCampaign & { bytes: number } {
  const mail = renderMail(content, values);
  const bytes = Buffer.byteLength(mail.html ?? '') + Buffer.byteLength(mail.text ?? '');
  return Object.assign(mail, { html: null, text: null, bytes });
}

function renderMail(content: CompiledCampaign, { contact, now }: CampaignValues): RenderedCampaign {
  const recorded = contact && recordReads(contact);
  const rendered = render(content, { contact: recorded?.contact, now });
  const { subject } = rendered;
  if (!subject) throw new DomainError('validation_error', 'The rendered subject is empty.');
  const { from, replyTo, templateId } = content;
  const data = recorded?.readValues() ?? {};
  // A spread with more properties would make a new hidden class (map) for each mail.
  return Object.assign(rendered, { from, replyTo, subject, templateId, data });
}

/** Renders html and text from the values that the mail has shown at first. The email has the rest. */
export function renderStoredCampaign(content: CompiledCampaign, data: ShownValues, now: Date): MailBody {
  const contact = content.usesContact ? recallContact(data) : undefined;
  const { compiled, variables } = content;
  return bodyOf(renderBody(compiled, { variables, contact, now }), content);
}

/**
 * Renders it for no person in particular: names show their fallbacks, and values without one are empty.
 * @param hasFooter whether it gets a footer to unsubscribe, as its mail does
 * @throws DomainError as `renderCampaign`
 */
export function renderForNoPerson(
  content: CompiledCampaign,
  { now, hasFooter }: { now: Date; hasFooter: boolean },
): RenderedContents & { subject: string } {
  const rendered = render(content, { contact: undefined, now });
  return {
    ...rendered,
    subject: rendered.subject ?? '',
    ...(hasFooter && bodyOf(rendered, content)),
  };
}

function render(
  { compiled, variables }: CompiledCampaign,
  { contact, now }: CampaignValues,
): RenderedContents {
  return renderContents(compiled, { variables, contact, now });
}

/** A campaign for the checklist: as it is written, even if parts are missing, and with the additions to its body. */
export interface CampaignAsWritten extends RenderedContents {
  sent: MailBody;
}

/** @throws DomainError as `renderCampaign`, but for an empty subject */
export function renderAsWritten(content: CompiledCampaign, values: CampaignValues): CampaignAsWritten {
  const rendered = render(content, values);
  return { ...rendered, sent: bodyOf(rendered, content) };
}

/**
 * Adds a place for the poll, and below it a footer to each part without an unsubscribe link: a link to the preferences
 * does not count. A text that is made from the html contains what the html contains.
 */
function bodyOf(given: MailBody, { postalAddress, poll }: CompiledCampaign): MailBody {
  const html = given.html && poll ? withPollPlace(given.html) : given.html;
  const text = given.text && poll ? withPollLine(given.text) : given.text;
  return {
    html: html && (hasUnsubscribeLink(html) ? html : addFooterToHtml(html, postalAddress)),
    text: text && (hasUnsubscribeLink(text) ? text : addFooterToText(text, postalAddress)),
  };
}

/** Adds the parameters of its links to the rendered body, in turns of its own: other work runs in between. */
export async function withLinkParameters<Body extends { html: string | null }>(
  body: Body,
  { utm }: Pick<CompiledCampaign, 'utm'>,
): Promise<Body> {
  return utm && body.html ? { ...body, html: await addUtm(body.html, utm) } : body;
}

/** Whether html or text has a link to unsubscribe of its own. */
export function hasUnsubscribeLink(content: string): boolean {
  return findLinkPlaceholders(content, (kind) => kind === 'unsubscribe').length > 0;
}

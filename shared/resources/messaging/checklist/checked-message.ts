// The input of a checklist: a message as it was written, and as it is rendered for some contacts and for an unknown
// person. Rendering costs microseconds, with hostile sources about ten milliseconds.
import { DomainError } from '../../../contract/domain-error.ts';
import { WRITTEN_FIELDS, type WrittenContent, type WrittenField } from '../../../contract/mail/fields.ts';
import { readShownHtml, type ShownHtml } from '../../../mail/html/shown-html.ts';
import { readLinks } from '../../../mail/links/link-places.ts';
import { linkTargetOf } from '../../../mail/links/link-target.ts';
import { type TemplateContact, TemplateRenderError } from '../../../mail/templates/template.ts';
import { defineComputation } from '../../../platform/sharing/computer.ts';

/** A message for one person, without the additions to its body. */
export interface RenderedMessage extends WrittenContent {
  /** The values of the contact that it prints and that are empty without a fallback. */
  emptyNames: readonly string[];
}

/** Why a message cannot be rendered for a person. */
export interface SampleFault {
  message: string;
  /** The variable that has no value. */
  variable: string | undefined;
}

/** A message for one person, or why there is none. */
export interface Sample<Rendered extends RenderedMessage = RenderedMessage> {
  /** False: nothing is known of the person. */
  isContact: boolean;
  rendered: Rendered | undefined;
  fault: SampleFault | undefined;
}

/** A message that is checked. */
export interface CheckedMessage<Rendered extends RenderedMessage = RenderedMessage> {
  source: WrittenContent;
  samples: readonly Sample<Rendered>[];
  /** The samples that represent all recipients: a fault in all of them is in all mail. Empty: there are other recipients. */
  forAll: readonly Sample<Rendered>[];
}

/** A link in html. */
export interface WrittenLink {
  /** The value of its attribute. */
  written: string;
  /** The target as a browser requests it; undefined: it is not a URL of the web. */
  target: string | undefined;
}

/** A body as a reader sees it. */
export interface ShownBody {
  rendered: RenderedMessage;
  /** The visible html; undefined: there is none. */
  shown: ShownHtml | undefined;
  links: readonly WrittenLink[];
}

/** The recipients whose mail is rendered. */
export interface Samples {
  contacts: readonly TemplateContact[];
  /** Whether there are no other recipients. */
  areAll: boolean;
}

/** Renders the samples of a message. @param render for a contact; undefined: for an unknown person */
export function renderSamples<Rendered extends RenderedMessage>(
  { source, usesContact }: { source: WrittenContent; usesContact: boolean },
  { contacts, areAll }: Samples,
  render: (contact: TemplateContact | undefined) => Rendered,
): CheckedMessage<Rendered> {
  const samples: Sample<Rendered>[] = [];
  for (const contact of [...contacts, undefined])
    samples.push({ isContact: contact !== undefined, ...orFault(() => render(contact)) });
  const ofContacts = samples.filter(({ isContact }) => isContact);
  return { source, samples, forAll: usesContact ? (areAll ? ofContacts : []) : samples };
}

function orFault<Rendered>(render: () => Rendered): {
  rendered: Rendered | undefined;
  fault: SampleFault | undefined;
} {
  try {
    return { rendered: render(), fault: undefined };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { message, cause } = error;
    const variable = cause instanceof TemplateRenderError ? (cause.variable ?? undefined) : undefined;
    return { rendered: undefined, fault: { message, variable } };
  }
}

/** Reads the bodies of the samples; those that are the same once. */
export async function readBodies({ samples }: CheckedMessage): Promise<ShownBody[]> {
  const distinct = new Map<string, RenderedMessage>();
  for (const { rendered } of samples)
    if (rendered) distinct.set(JSON.stringify({ ...rendered, emptyNames: [] }), rendered);
  const bodies: ShownBody[] = [];
  for (const rendered of distinct.values()) {
    const { html } = rendered;
    bodies.push({
      rendered,
      shown: html ? await readShownHtml(html) : undefined,
      links: html ? await linksOf(html) : [],
    });
  }
  return bodies;
}

/** `readBodies`. */
export const SHOWN_BODIES = defineComputation('read bodies', readBodies);

async function linksOf(html: string): Promise<WrittenLink[]> {
  const links: WrittenLink[] = [];
  await readLinks(html, 'all', (written) => {
    links.push({ written, target: linkTargetOf(written) });
    return true;
  });
  return links;
}

/** The line of a field in which a text is first written; undefined: it was made by rendering. */
export function lineOf(source: string | null, text: string): number | undefined {
  return source === null || text === '' ? undefined : lineAt(source, source.indexOf(text));
}

/** The first field in which a name is written, and its line. */
export function placeOf(
  source: WrittenContent,
  name: string,
): { field: WrittenField['name']; line: number } | undefined {
  for (const { key, name: field } of WRITTEN_FIELDS) {
    const line = lineOfName(source[key], name);
    if (line !== undefined) return { field, line };
  }
  return undefined;
}

/** The line in which a name is written that is not a part of another one. */
export function lineOfName(source: string | null, name: string): number | undefined {
  if (source === null) return undefined;
  let place = source.indexOf(name);
  while (place !== -1 && isPartOfName(source, place, place + name.length))
    place = source.indexOf(name, place + 1);
  return lineAt(source, place);
}

function isPartOfName(source: string, start: number, end: number): boolean {
  return /[\w.]/.test(source[start - 1] ?? '') || /\w/.test(source[end] ?? '');
}

function lineAt(source: string, place: number): number | undefined {
  return place === -1 ? undefined : source.slice(0, place).split('\n').length;
}

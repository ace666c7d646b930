// The document of the visual editor: what a template with `editor: 'write'` keeps in `document`. Its content is the JSON of
// TipTap's nodes. `schema.ts` describes the same for programs; toEmail() makes the email of it.
import { DEFAULT_PAGE_COLORS } from '../../../../../shared/contract/unsubscribe-page/values.ts';
import type { FONTS } from './schema.ts';

/** A document of this version of the editor. */
export interface WriteDocument {
  version: 1;
  settings: DocumentSettings;
  content: readonly Section[];
}

/** How the email looks as a whole. */
export interface DocumentSettings {
  /** The width of the content, in px. */
  width: number;
  font: DocumentFont;
  /** Colours as `#rrggbb`: of the ground, of texts, of links and buttons. */
  backgroundColor: string;
  textColor: string;
  accentColor: string;
}

/** A font that mail clients have. */
export type DocumentFont = (typeof FONTS)[number];

/** The elements below each other. */
export type Section = Block | ColumnsBlock;
/** Two columns, one below the other on a phone. */
export type ColumnsBlock = {
  type: 'columns';
  content: readonly { type: 'column'; content: readonly Block[] }[];
};
/** The elements that a column may also contain. */
export type Block =
  | Prose
  | QuoteBlock
  | ButtonBlock
  | ImageBlock
  | HtmlBlock
  | { type: 'horizontalRule' | 'poll' };
export type QuoteBlock = { type: 'blockquote'; content: readonly Prose[] };
/** A link as a button. The URL may have the place of a variable: `{{{KEY}}}`. */
export type ButtonBlock = {
  type: 'button';
  attrs: { url: string };
  content?: readonly (WrittenText | Variable)[];
};
/** An image by its URL; without a width it is as wide as its place. */
export type ImageBlock = { type: 'image'; attrs: { url: string; alt: string; width: number | null } };
/** Code that is put into the email unchanged, with Liquid. */
export type HtmlBlock = { type: 'html'; attrs: { code: string } };
/** Paragraphs, headings and lists. */
export type Prose = TextBlock | ListBlock;
export type TextBlock =
  | { type: 'paragraph'; content?: readonly Inline[] }
  | { type: 'heading'; attrs: { level: 1 | 2 | 3 }; content?: readonly Inline[] };
export type ListBlock =
  | { type: 'bulletList'; content: readonly ListItem[] }
  | { type: 'orderedList'; attrs?: { start: number }; content: readonly ListItem[] };
export type ListItem = { type: 'listItem'; content: readonly Prose[] };

/** The parts of a line. */
export type Inline = WrittenText | Variable | { type: 'hardBreak'; marks?: readonly Mark[] };
export type WrittenText = { type: 'text'; text: string; marks?: readonly Mark[] };
/** The place of a value; the fallback is plain text without braces, and empty for none. */
export type Variable = {
  type: 'variable';
  attrs: { key: string; fallback: string };
  marks?: readonly Mark[];
};
export type Mark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' }
  | { type: 'link'; attrs: { href: string } };

/** The colours of the account's unsubscribe page, as the API answers them. */
export interface PageColors {
  background_color: string | null;
  text_color: string | null;
  accent_color: string | null;
}

/** A document with one empty line, in the colours of the unsubscribe page. */
export function newDocument(colors?: PageColors): WriteDocument {
  const { backgroundColor, textColor, accentColor } = DEFAULT_PAGE_COLORS;
  return {
    version: 1,
    settings: {
      width: 600,
      font: 'arial',
      backgroundColor: colors?.background_color ?? backgroundColor,
      textColor: colors?.text_color ?? textColor,
      accentColor: colors?.accent_color ?? accentColor,
    },
    content: [{ type: 'paragraph' }],
  };
}

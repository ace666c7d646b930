// The unsubscribe pages: their colours by default, the form of a colour, and the pages that can be previewed before
// settings are saved.

/** The colours of pages without colours of their account. */
export const DEFAULT_PAGE_COLORS = {
  backgroundColor: '#ffffff',
  textColor: '#1c2430',
  accentColor: '#1f4fd8',
} as const;

/** A colour: red, green and blue, two hexadecimal digits each. */
export const PAGE_COLOR = /^#[0-9A-Fa-f]{6}$/;

/** The question whether to unsubscribe, the text after it, and the choices. */
export const PREVIEWED_PAGES = ['unsubscribe', 'unsubscribed', 'preferences'] as const;

/** A page that can be previewed. */
export type PreviewedPage = (typeof PREVIEWED_PAGES)[number];

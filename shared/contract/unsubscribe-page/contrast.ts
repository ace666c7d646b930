// Contrast of colours (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio): whether people can read a text. The
// API refuses a faint text, and the dashboard says it before.
import { DEFAULT_PAGE_COLORS } from './values.ts';

/** The least contrast of text and background: success criterion 1.4.3, level AA. */
export const TEXT_CONTRAST_MIN = 4.5;
/** The least contrast between the edge of a button and its surroundings: success criterion 1.4.11, level AA. */
export const EDGE_CONTRAST_MIN = 3;

const BLACK = '#000000';
const WHITE = '#ffffff';
/** Weights of red, green and blue in the relative luminance. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/** A text that people can hardly read. */
export interface FaintText {
  text: string;
  background: string;
  /** The contrast with two decimals. */
  contrast: string;
}

/**
 * Judges the colours `#rrggbb` of a page; null is the default.
 * @returns undefined: people can read its texts
 */
export function findFaintText(colors: {
  textColor: string | null;
  backgroundColor: string | null;
}): FaintText | undefined {
  const text = colors.textColor ?? DEFAULT_PAGE_COLORS.textColor;
  const background = colors.backgroundColor ?? DEFAULT_PAGE_COLORS.backgroundColor;
  const contrast = contrastOf(text, background);
  if (contrast >= TEXT_CONTRAST_MIN) return undefined;
  // Rounded down: 4.499 must not read as 4.5.
  return { text, background, contrast: (Math.floor(contrast * 100) / 100).toFixed(2) };
}

/** The contrast ratio of two colours `#rrggbb`, from 1 (the same) to 21 (black and white). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever has more contrast with this colour: at least 4.5 in each case. */
export function readableOn(color: string): string {
  return contrastOf(BLACK, color) > contrastOf(WHITE, color) ? BLACK : WHITE;
}

function luminanceOf(color: string): number {
  return WEIGHTS.reduce((sum, weight, index) => {
    const part = Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
}

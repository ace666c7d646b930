// The colours of the dashboard: every pair that a component uses has the contrast that WCAG 2.2 asks for (4.5 for
// text, 3 for lines that matter), light and dark, computed from shared/contract/appearance/tokens.css. Pages take their
// colours from there alone, and styles name only tokens that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url);
const TOKENS = new URL('shared/contract/appearance/tokens.css', ROOT);
/** Where the styles of pages are, and the code that writes HTML. */
const STYLED = ['dashboard', 'api/public', 'api/ops', 'dev/inbox/page', 'site'];

const SHEETS = ['canvas', 'paper', 'raised'];
const WASHES = ['accent-wash', 'good-wash', 'bad-wash', 'warn-wash', 'info-wash'];
const MEANINGS = ['good', 'bad', 'warn', 'info'];

/** A colour on a ground: the name of a token, or a mix of two, as `color-mix(in srgb, a 40%, b)` makes it. */
type Ground = string | readonly [name: string, share: number, under: string];
type Pair = readonly [colour: string, ground: Ground];

const TEXTS: readonly Pair[] = [
  // Text, links and words with a meaning, on every sheet; on a wash in a notice, a chosen option, a selected row.
  ...pairs(['ink', 'soft', 'accent', ...MEANINGS], [...SHEETS, ...WASHES]),
  // The filled button, and under the pointer.
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  // Tooltips.
  ['paper', 'ink'],
  // Quiet buttons and icons under the pointer.
  ...pairs(['ink'], SHEETS).map(([colour, sheet]): Pair => [colour, ['ink', 0.07, String(sheet)]]),
  // A pressed button; the number of a tab; a segmented choice.
  ['ink', ['line', 0.5, 'paper']],
  ...pairs(['soft'], SHEETS).map(([colour, sheet]): Pair => [colour, ['line', 0.6, String(sheet)]]),
  ['soft', ['line', 0.25, 'canvas']],
  ['ink', ['line', 0.25, 'canvas']],
];

const LINES: readonly Pair[] = [
  // Borders of controls, the ring of focus, dots, the fill of a meter.
  ...pairs(['edge', 'accent', 'soft', ...MEANINGS], [...SHEETS, ...WASHES]),
  // Ticks and thumbs on what is switched on.
  ['on-accent', 'accent'],
  // The ring around a filled button stands on the sheet; the chosen segment in its frame.
  ['accent-strong', 'paper'],
  ['edge', ['line', 0.25, 'canvas']],
];

/** Lines that only separate, and what lies under a dialog or a shadow: no one has to see them. */
const DECORATION = new Set(['line', 'scrim', 'shadow']);

/** Files with colours that no theme changes, and why. */
const COLOURS_OF_OTHERS: Readonly<Record<string, string>> = {
  'api/public/email-document.ts': 'a mail, which is written for white paper',
  'api/public/web-version/document.ts': 'what is added to the document of a mail',
  'api/public/unsubscribe/layout.ts': 'it compares a colour of the account with black',
};

/** React Aria sets these on what floats. */
const FROM_REACT_ARIA = new Set(['trigger-width', 'visual-viewport-height']);

describe('the tokens of the dashboard', () => {
  const tokens = readColours(readFileSync(TOKENS, 'utf8'));

  it('are read, light and dark', () => {
    expect(tokens.size).to.be.greaterThan(18);
    for (const { light, dark } of tokens.values()) expect(light).not.to.equal(dark);
  });

  it('are all in a pair, or are decoration', () => {
    const used = new Set([...TEXTS, ...LINES].flatMap(([colour, ground]) => [colour, ...names(ground)]));
    const unused = [...tokens.keys()].filter((name) => !used.has(name) && !DECORATION.has(name));
    expect(unused).to.deep.equal([]);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`have 4.5 for each text, ${theme}`, () => {
      expect(tooFaint(tokens, TEXTS, theme, 4.5)).to.deep.equal([]);
    });

    it(`have 3 for each line that matters, ${theme}`, () => {
      expect(tooFaint(tokens, LINES, theme, 3)).to.deep.equal([]);
    });
  }

  it('are computed as WCAG does', () => {
    const known = readColours('--a: light-dark(#000000, #777777); --b: light-dark(#ffffff, #ffffff);');
    expect(contrast(known, 'a', 'b', 'light')).to.be.closeTo(21, 0.001);
    expect(contrast(known, 'a', 'b', 'dark')).to.be.closeTo(4.478, 0.001);
    expect(tooFaint(known, [['a', 'b']], 'dark', 4.5)).to.deep.equal(['a on b: 4.48']);
  });
});

describe('the styles of pages', () => {
  const files = readStyled();

  it('take their colours from the tokens', () => {
    const others = [...files].flatMap(([path, text]) =>
      path in COLOURS_OF_OTHERS ? [] : literalColours(text).map((colour) => `${path}: ${colour}`),
    );
    expect(files.size).to.be.greaterThan(60);
    expect(others).to.deep.equal([]);
    expect(literalColours('a { color: #fff; border: 1px solid rgb(0 0 0 / 4%); }')).to.deep.equal([
      '#fff',
      'rgb(',
    ]);
  });

  it('are exempt only where they have colours of their own', () => {
    const idle = Object.keys(COLOURS_OF_OTHERS).filter((path) => !literalColours(files.get(path) ?? '')[0]);
    expect(idle).to.deep.equal([]);
  });

  it('name only properties that exist', () => {
    const styles = [...files].filter(([path]) => path.endsWith('.css')).map(([, css]) => css);
    const all = [readFileSync(TOKENS, 'utf8'), ...styles].join('\n');
    const defined = new Set([...all.matchAll(/(?<![\w-])--([a-z0-9-]+)\s*:/g)].map(([, name]) => name));
    const missing = [...all.matchAll(/var\(--([a-z0-9-]+)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !defined.has(name) && !FROM_REACT_ARIA.has(name));
    expect(missing).to.deep.equal([]);
  });
});

interface Colour {
  light: string;
  dark: string;
}

type Theme = keyof Colour;

function readColours(css: string): Map<string, Colour> {
  const found = css.matchAll(/--([a-z-]+):\s*light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]));
}

function pairs(colours: readonly string[], grounds: readonly string[]): Pair[] {
  return colours.flatMap((colour) => grounds.map((ground): Pair => [colour, ground]));
}

function names(ground: Ground): string[] {
  return typeof ground === 'string' ? [ground] : [ground[0], ground[2]];
}

function tooFaint(tokens: Map<string, Colour>, list: readonly Pair[], theme: Theme, least: number): string[] {
  return list.flatMap(([colour, ground]) => {
    const ratio = contrast(tokens, colour, ground, theme);
    const words = typeof ground === 'string' ? ground : `${ground[0]} ${ground[1]} over ${ground[2]}`;
    return ratio >= least ? [] : [`${colour} on ${words}: ${ratio.toFixed(2)}`];
  });
}

/** WCAG 2.2, contrast ratio. */
function contrast(tokens: Map<string, Colour>, colour: string, ground: Ground, theme: Theme): number {
  const lights = [luminance(channels(tokens, colour, theme)), luminance(channels(tokens, ground, theme))];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

function channels(tokens: Map<string, Colour>, ground: Ground, theme: Theme): number[] {
  if (typeof ground !== 'string') {
    const [name, share, under] = ground;
    const below = channels(tokens, under, theme);
    return channels(tokens, name, theme).map(
      (value, index) => value * share + (below[index] ?? 0) * (1 - share),
    );
  }
  const hex = tokens.get(ground)?.[theme];
  if (hex === undefined) throw new Error(`no token is called ${ground}`);
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
}

/** WCAG 2.2, relative luminance. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Without comments; `#` followed by other letters is an anchor or an id. */
function literalColours(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:"'])\/\/.*/g, '');
  const found = code.matchAll(
    /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|rgba|hsl|hsla|oklch|lab)\(/gi,
  );
  return [...found].map(([colour]) => colour);
}

/** The styles below each folder, and, but for the dashboard, the code with HTML too. */
function readStyled(): Map<string, string> {
  const paths = STYLED.filter((folder) => existsSync(new URL(folder, ROOT))).flatMap((folder) => {
    const kinds = folder === 'dashboard' ? /\.css$/ : /\.(?:css|html|js|svg|ts)$/;
    return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => kinds.test(name))
      .map((name) => `${folder}/${name}`);
  });
  return new Map(paths.map((path) => [path, readFileSync(new URL(path, ROOT), 'utf8')]));
}

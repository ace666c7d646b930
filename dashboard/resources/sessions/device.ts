// What a User-Agent header says to a person: "Firefox on Windows", "curl". Browsers name each other in theirs, so the
// order of the names counts (RFC 9110 §10.1.5 makes no promise about the text).

/** A browser or a program, and what it runs on. */
export interface Device {
  words: string;
  kind: 'computer' | 'phone' | 'program' | 'unknown';
}

/** Each names itself; those below name the ones above as well. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp, kind: 'computer' | 'phone'])[] = [
  ['iPhone', /\biPhone\b/, 'phone'],
  ['iPad', /\biPad\b/, 'phone'],
  ['Android', /\bAndroid\b/, 'phone'],
  ['Windows', /\bWindows\b/, 'computer'],
  ['ChromeOS', /\bCrOS\b/, 'computer'],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/, 'computer'],
  ['Linux', /\bLinux\b|\bX11\b/, 'computer'],
];

/** A name and its version, as programs write it first. */
const PRODUCT = /^([\w.-]{1,40})(?:\/|$)/;

/** @param userAgent what the client said of itself: anybody may have written it */
export function describeDevice(userAgent: string | null): Device {
  if (userAgent === null || userAgent.trim() === '') return { words: 'Unknown device', kind: 'unknown' };
  const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent));
  if (browser !== undefined) {
    return {
      words: system ? `${browser} on ${system[0]}` : browser,
      kind: system?.[2] ?? 'computer',
    };
  }
  const program = PRODUCT.exec(userAgent)?.[1];
  if (program !== undefined && program !== 'Mozilla') return { words: program, kind: 'program' };
  return system
    ? { words: `A browser on ${system[0]}`, kind: system[2] }
    : { words: 'Unknown device', kind: 'unknown' };
}

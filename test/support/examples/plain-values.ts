// Makes the values of an example plain and the same each time that it is recorded: ids, times, addresses, hosts, secrets.
// What a test has made up at random would only distract a reader, and each recording would change every example.

/** The moment at which all examples happen. */
const MOMENT = '2026-11-20T12:00:00.000Z';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A test moves its clock by minutes; what lies further away is a time that the answer is about. */
const PRESENT_MS = 15 * MINUTE_MS;
const ROUNDED_MS = 30 * MINUTE_MS;

/** What factories and hosts of tests are called, and what an example calls them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:9\//g, 'https://hooks.acme.dev/posthorn'],
  [/https?:\/\/(?:localhost|127\.0\.0\.1):\d+/g, 'https://mail.acme.dev'],
  [/`127\.0\.0\.1`/g, '`hooks.acme.dev`'],
  [/(?<![\w.])127\.0\.0\.1(?![\w.])/g, '203.0.113.7'],
  [/\blocalhost\b/g, 'mail.acme.dev'],
  [/\b(?:d\d+\.live\d+|posthorn)\.dev\b/g, 'acme.dev'],
  [/\bd[0-9a-f]{32}\.test\b/g, 'acme.dev'],
  [/\bperson\d+@team\.acme\.dev\b/g, 'ada@acme.dev'],
  [/\bperson\d+%40team\.acme\.dev\b/g, 'ada%40acme.dev'],
  [/\bFactory account\b/g, 'Acme'],
  [/\bFactory key\b/g, 'Shop'],
  [/^factory$/, 'Mozilla/5.0'],
  [/^(?:factory\/1\.0|posthorn-tests)$/, 'acme-shop/1.0'],
];
/** Secrets, signatures and other random texts: only what they begin with is the same. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // Not as the documents write the reader's own key, in whose place the pages put it.
  [/\bph_\w{6,}/g, 'ph_Ab3dE…'],
  [/\bph_\w{5}\b/g, 'ph_Ab3dE'],
  [/\bwhsec_[\w+/=]+/g, 'whsec_…'],
  [/\b[a-z2-7]{4}(?:-[a-z0-9]{4}){3}\b/g, 'xxxx-xxxx-xxxx-xxxx'],
  [/(?<=signature=|token=|secret=)[\w-]{16,}/g, '…'],
  [/(?<=expires=)\d+/g, '1763640000'],
  [/(?<=\bp=)[\w+/=]{40,}(?:(?:"+ "+)[\w+/=]+)*/g, 'MIIBIjANBgkq…'],
  [/^(?=.*\d)(?=.*[A-Z])[\w-]{22,}$/g, '…'],
];
const LOG_ID = /(?<!\d)\d{19}(?!\d)/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HEX_ID = /(?<![0-9a-f-])[0-9a-f]{32}(?![0-9a-f-])/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;
const DATE = /(?<![\dT:-])\d{4}-\d\d-\d\d(?![\dT:-])/g;
/** Fields of which each run has another value: measured times, and codes of an authenticator. */
const FIELDS: Readonly<Record<string, (value: unknown) => unknown>> = {
  duration_ms: (value) => (typeof value === 'number' ? 12 : value),
  code: (value) => (typeof value === 'string' ? value.replace(/^\d{6}$/, '123456') : value),
};
const NAMES = ['bo', 'cy', 'di', 'ed', 'fay'];

/** Makes everything in an example plain. @param recordedAt the moment of the test */
export function plainValues<Value>(example: Value, recordedAt: Date): Value {
  const ids = new Map<string, string>();
  const logIds = new Map<string, string>();
  const names = new Map<string, string>();
  const plain = (text: string) =>
    replaceAll(text, [...WORDS, ...SECRETS])
      .replace(/\bc[0-9a-f]{32}(?=@customer\.dev)/g, (name) => numbered(names, name, (at) => NAMES[at] ?? ''))
      .replace(LOG_ID, (id) => numbered(logIds, id, (at) => String(1_882_995_883_048_435_883n + BigInt(at))))
      .replace(UUID, (id) => numbered(ids, id, uuidOf))
      .replace(HEX_ID, (id) => numbered(ids, id, uuidOf).replaceAll('-', ''))
      .replace(TIME, (time) => plainTime(time, recordedAt))
      .replace(DATE, (date) => plainTime(`${date}T00:00:00.000Z`, recordedAt).slice(0, 10));
  return JSON.parse(JSON.stringify(example), (key, value: unknown) => {
    const stable = FIELDS[key]?.(value) ?? value;
    return typeof stable === 'string' ? plain(stable) : stable;
  });
}

function replaceAll(text: string, replacements: readonly (readonly [RegExp, string])[]): string {
  return replacements.reduce((replaced, [pattern, word]) => replaced.replace(pattern, word), text);
}

/** The same value has the same number. */
function numbered(known: Map<string, string>, value: string, make: (at: number) => string): string {
  const found = known.get(value) ?? make(known.size);
  known.set(value, found);
  return found;
}

/** A UUID of version 7 that counts. */
function uuidOf(at: number): string {
  return `019aa1b2-c3d4-7000-8000-${String(at + 1).padStart(12, '0')}`;
}

/** Moves a time of the test to the moment of the examples. Midnights stay midnights, and months begin with their first day. */
function plainTime(time: string, recordedAt: Date): string {
  const at = Date.parse(time);
  const moment = Date.parse(MOMENT);
  if (at % DAY_MS === 0) {
    if (time.slice(8, 10) === '01' && at > recordedAt.getTime()) return '2026-12-01T00:00:00.000Z';
    const days = Math.floor(at / DAY_MS) - Math.floor(recordedAt.getTime() / DAY_MS);
    return new Date((Math.floor(moment / DAY_MS) + days) * DAY_MS).toISOString();
  }
  const distance = at - recordedAt.getTime();
  const rounded = Math.abs(distance) < PRESENT_MS ? 0 : Math.round(distance / ROUNDED_MS) * ROUNDED_MS;
  return new Date(moment + rounded).toISOString();
}

// The values in the documentation's snippets that differ on each server: the build of the pages marks them, the API
// replaces them by the reader's own values, and a mark without a value stays unchanged.

/** A value of a snippet, by its name. */
export interface SnippetValue {
  /** The value in the documents. */
  written: string;
  /** Finds it in code. */
  pattern: RegExp;
}

/** An address under a real domain, to which a snippet sends. */
function customer(name: string): SnippetValue {
  const pattern = new RegExp(`(?<![\\w.+-])${name}@customer\\.dev(?![\\w-])`, 'g');
  return { written: `${name}@customer.dev`, pattern };
}

/** Each is the only one to which the snippets of its pages send, or of several the first. */
const RECIPIENTS = {
  recipient: customer('bo'),
  signedUp: customer('dee'),
  subscriber: customer('fay'),
  team: customer('team'),
} as const;

/** The values in the order of the search: the address of the server has the domain in it. */
export const SNIPPET_VALUES = {
  baseUrl: { written: 'https://mail.acme.dev', pattern: /https:\/\/mail\.acme\.dev/g },
  inboxUrl: { written: 'http://127.0.0.1:3001', pattern: /http:\/\/127\.0\.0\.1:3001/g },
  smtpHost: { written: 'mail.acme.dev', pattern: /(?<![\w.-])mail\.acme\.dev/g },
  smtpPort: { written: '587', pattern: /(?<![\w.-])587(?![\w.-])/g },
  inboundPort: { written: '2525', pattern: /(?<![\w.-])2525(?![\w.-])/g },
  apiKey: { written: 'ph_…', pattern: /ph_…/g },
  domain: { written: 'acme.dev', pattern: /(?<![\w.-])acme\.dev(?![\w-])/g },
  ...RECIPIENTS,
} as const satisfies Readonly<Record<string, SnippetValue>>;

/** The name of a value. */
export type SnippetValueName = keyof typeof SNIPPET_VALUES;

/** The values of a reader. */
export type SnippetValues = Readonly<Partial<Record<SnippetValueName, string>>>;

/** The values of a reader who gets the mail of snippets. */
export function recipientValues(address: string): SnippetValues {
  return Object.fromEntries(Object.keys(RECIPIENTS).map((name) => [name, address]));
}

// Characters of the Unicode area for private use, which no document has: they survive escaping and highlighting.
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARKED = /\uE000(\w+)\uE001/g;

/** The server of recipes that a reader fills in with another one than this: none of our values belongs there. */
const OTHER_SERVER = 'mail.example.com';

const NAMED_VALUES = Object.entries(SNIPPET_VALUES) as [SnippetValueName, SnippetValue][];

/** Marks the values in code. A port without the name of this server may be another server's. */
export function markValues(code: string): string {
  if (code.includes(OTHER_SERVER)) return code;
  const isOwn = code.includes(SNIPPET_VALUES.smtpHost.written);
  return NAMED_VALUES.filter(([name]) => isOwn || name !== 'smtpPort').reduce(
    (marked, [name, { pattern }]) => marked.replace(pattern, mark(name)),
    code,
  );
}

/** Marks what a sentence may say of where this machine listens; its other values are examples. */
export function markAddresses(code: string): string {
  const isPort = code === SNIPPET_VALUES.inboundPort.written;
  return isPort ? mark('inboundPort') : code.replace(SNIPPET_VALUES.inboxUrl.pattern, mark('inboxUrl'));
}

function mark(name: SnippetValueName): string {
  return `${OPEN}${name}${CLOSE}`;
}

/** Replaces marks by values; a mark without a value shows the documents' text. */
export function fillValues(marked: string, values: SnippetValues): string {
  return marked.replace(MARKED, (_, name: SnippetValueName) => values[name] ?? SNIPPET_VALUES[name].written);
}

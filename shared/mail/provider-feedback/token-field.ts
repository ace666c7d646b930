// The header field by which a provider returns our token. It is written before a message, unsigned, because each recipient has a
// token of its own and the provider takes the field out. A client's own field of the name is merged with it; what cannot be merged
// gives way to ours. All of it is in ASCII.
import { type HeaderField, textField, writeHeader } from '../header-fields.ts';
import type { AddressedField } from './addressed-fields.ts';
import { type ProviderPayload, parsePayload, toObject } from './payload.ts';
import { type FeedbackKind, hasFeedback, type ProviderKind } from './provider-kind.ts';

/** The lines before a message. */
export interface TokenLines {
  /** The token of the recipient. */
  token: string;
  /** The configuration set of SES, which replaces a client's. Null: none was given. */
  configurationSet: string | null;
  /** The fields of the client that are addressed to providers. */
  own: readonly AddressedField[];
}

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageTag.html */
const SES_TAG = /^[\w-]{1,256}=[\w.@-]{1,256}$/;
/** SES takes 50 tags, and sets some itself. */
const SES_TAGS_MAX = 40;
const CONFIGURATION_SET = 'X-SES-CONFIGURATION-SET';
const STRING_OR_COMMA = /"(?:[^"\\]|\\.)*"|,/g;

/** The field of each kind, and its text: what the client says in fields of the name, and the token. It folds at spaces. */
const TOKEN_FIELDS: Readonly<
  Record<FeedbackKind, readonly [name: string, merge: (token: string, given: readonly string[]) => string]>
> = {
  ses: [
    'X-SES-MESSAGE-TAGS',
    (token, given) => {
      const tags = pairsOf(given, ',', '=').filter((tag) => SES_TAG.test(tag));
      return [`posthorn=${token}`, ...tags.slice(0, SES_TAGS_MAX)].join(', ');
    },
  ],
  postmark: ['X-PM-Metadata-posthorn', (token) => token],
  mailgun: ['X-Mailgun-Variables', (token, given) => toAsciiJson({ ...objectIn(given), posthorn: token })],
  sendgrid: [
    'X-SMTPAPI',
    (token, given) => {
      // `to` would send to others, whose bounces would count as this recipient's.
      const { to: _, unique_args: args, ...others } = objectIn(given);
      return toAsciiJson({ ...others, unique_args: { ...toObject(args), posthorn: token } });
    },
  ],
  brevo: ['X-Mailin-custom', (token, given) => [`posthorn:${token}`, ...pairsOf(given, '|', ':')].join('|')],
};

/**
 * The lines that precede a message for a provider of a kind: whole lines of 998 octets at most that do not begin with a
 * dot.
 */
export function tokenLines(kind: ProviderKind, { token, configurationSet, own }: TokenLines): Buffer {
  const ours: HeaderField[] = [];
  if (hasFeedback(kind)) ours.push(tokenField(kind, token, own));
  if (kind === 'ses' && configurationSet !== null)
    ours.push({ name: CONFIGURATION_SET, value: configurationSet });
  const replaced = ours.map(({ name }) => name.toLowerCase());
  const others = own.filter(({ written }) => !replaced.includes(written.name.toLowerCase()));
  return Buffer.from(writeHeader([...others.map(({ written }) => written), ...ours]));
}

function tokenField(kind: FeedbackKind, token: string, own: readonly AddressedField[]): HeaderField {
  const [name, merge] = TOKEN_FIELDS[kind];
  const sameName = own.filter(({ written }) => written.name.toLowerCase() === name.toLowerCase());
  const given = sameName.map(({ text }) => text);
  const { value } = fieldOf(name, () => merge(token, given)) ?? textField(name, merge(token, []));
  // Nothing is folded before its first word: not every provider reads on from an empty line.
  return { name, value: value.trimStart() };
}

/** @returns undefined: the text is not ASCII, too long for a line, or too deep to be written */
function fieldOf(name: string, write: () => string): HeaderField | undefined {
  try {
    const field = textField(name, write());
    return field.value.includes('=?') ? undefined : field;
  } catch {
    return undefined;
  }
}

/** The parts of lists, except those with our name: a client must not name another recipient. */
function pairsOf(texts: readonly string[], separator: string, sign: string): string[] {
  const pairs = texts.flatMap((text) => text.split(separator)).map((pair) => pair.trim());
  return pairs.filter((pair) => pair !== '' && pair.split(sign)[0]?.trim().toLowerCase() !== 'posthorn');
}

/** Objects of JSON, merged in their order. */
function objectIn(texts: readonly string[]): ProviderPayload {
  return Object.fromEntries(texts.flatMap((text) => Object.entries(toObject(parsePayload(text)))));
}

/** The spaces after its commas are where it folds. `=?` would be read as an encoded word. */
function toAsciiJson(value: ProviderPayload): string {
  const json = JSON.stringify(value).replace(STRING_OR_COMMA, (part) => (part === ',' ? ', ' : part));
  return json.replace(
    /[^\x20-\x7e]|=(?=\?)/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

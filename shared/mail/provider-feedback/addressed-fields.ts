// Header fields by which clients address a provider, which removes them from the message before it sends. A signed one
// would break the signature that passes DMARC, and the one that carries our token must be there once. So a client's own
// fields are removed from composed, kept and signed messages, and are written for each recipient (token-field.ts).
import { isAscii } from 'node:buffer';
import { type HeaderField, textField } from '../header-fields.ts';

/** The names in lower case. */
const ADDRESSED_TO_PROVIDERS = [
  'x-ses-message-tags',
  'x-ses-configuration-set',
  'x-mailgun-variables',
  'x-smtpapi',
  'x-mailin-custom',
  'x-pm-metadata-posthorn',
];

/** Such a field of a client. */
export interface AddressedField {
  /** Unfolded, and not encoded. */
  text: string;
  /** The field as it is sent to providers of other kinds, in ASCII. */
  written: HeaderField;
}

const NAMES: ReadonlySet<string> = new Set(ADDRESSED_TO_PROVIDERS);
/** Whole fields in the lines of a header. */
const LINES = new RegExp(
  `^(${ADDRESSED_TO_PROVIDERS.join('|')})[ \\t]*:[ \\t]*(.*(?:\\r\\n[ \\t].*)*)\\r\\n`,
  'gim',
);

/** Takes them out of custom header fields. @returns undefined: there is none */
export function takeAddressed(
  headers: Readonly<Record<string, string>>,
): { headers: Readonly<Record<string, string>>; own: AddressedField[] } | undefined {
  if (!Object.keys(headers).some(isAddressed)) return undefined;
  const entries = Object.entries(headers);
  return {
    headers: Object.fromEntries(entries.filter(([name]) => !isAddressed(name))),
    own: entries
      .filter(([name]) => isAddressed(name))
      .map(([name, text]) => ({ text, written: textField(name, text) })),
  };
}

/** Takes them out of a header of whole lines. @returns undefined: there is none */
export function takeAddressedLines(
  header: Buffer,
  fields: readonly HeaderField[],
): { header: Buffer; fields: HeaderField[]; own: AddressedField[] } | undefined {
  if (!fields.some(({ name }) => isAddressed(name))) return undefined;
  const own: AddressedField[] = [];
  const rest = header.toString('latin1').replace(LINES, (_, name: string, value: string) => {
    const octets = Buffer.from(value, 'latin1');
    const text = octets.toString().replaceAll('\r\n', '').trim();
    own.push({ text, written: isAscii(octets) ? { name, value } : textField(name, text) });
    return '';
  });
  return {
    header: Buffer.from(rest, 'latin1'),
    fields: fields.filter(({ name }) => !isAddressed(name)),
    own,
  };
}

function isAddressed(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}

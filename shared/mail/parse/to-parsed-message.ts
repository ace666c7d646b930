// Makes the record of a message from what the thread has found in it, all of it or, if the thread has ended, a part.
import { parseMailbox } from '../addresses.ts';
import { type DmarcRecord, isAligned } from './dmarc.ts';
import type { SmtpClient } from './message-source.ts';
import type {
  AuthenticationResult,
  MessageAuthentication,
  ParsedMessage,
  WrittenMailbox,
} from './parsed-message.ts';
import type { DomainResult, Found } from './thread-messages.ts';

/** What is known of a message in addition to what the thread found. */
export interface Circumstances {
  client: SmtpClient | null;
  /** False: every result is `none`. */
  authenticates: boolean;
  dmarc: DmarcRecord;
  /** Why the thread did not finish; null: it did. */
  ended: string | null;
}

/** Of several signatures, the first of these results is the result of the message. */
const DKIM_ORDER = ['pass', 'temperror', 'fail', 'policy', 'neutral', 'permerror'] as const;
/** RFC 5322 §3.2.3: a name with one of these is written in quotes. */
const SPECIALS = /[()<>[\]:;@\\,"]/;

/** Makes the record. */
export function toParsedMessage(found: Partial<Found>, circumstances: Circumstances): ParsedMessage {
  const { header, content } = found;
  const fromAddress = findFromAddress(found);
  return {
    headers: found.headers ?? [],
    from: header?.from ?? [],
    to: header?.to.map(formatWritten) ?? [],
    cc: header?.cc.map(formatWritten) ?? [],
    bcc: header?.bcc.map(formatWritten) ?? [],
    replyTo: header?.replyTo.map(formatWritten) ?? [],
    fromAddress,
    subject: header?.subject ?? null,
    date: header?.date ?? null,
    messageId: header?.messageId ?? null,
    inReplyTo: header?.inReplyTo ?? null,
    references: header?.references ?? [],
    html: content?.html ?? null,
    text: content?.text ?? null,
    attachments: content?.attachments ?? [],
    ...judge(found, fromAddress, circumstances),
    parseError: found.problem ?? circumstances.ended,
  };
}

/** `Name <address>`, so that a mailbox can be parsed again. */
export function formatWritten({ name, address }: WrittenMailbox): string {
  if (name === '' || address === '') return address || name;
  const quoted = SPECIALS.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
  return `${quoted} <${address}>`;
}

/** The address whose domain DMARC protects; null: not every reader would find the same one, so From says nothing. */
export function findFromAddress({ header }: Partial<Found>): string | null {
  const [shown, ...others] = header?.from ?? [];
  const read = parseMailbox(header?.strictFrom ?? '');
  const isShown = others.length === 0 && read?.address === parseMailbox(shown?.address ?? '')?.address;
  return isShown ? (read?.address ?? null) : null;
}

/** The domain of an address of `findFromAddress`. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function judge(
  { signatures, spf, arc }: Partial<Found>,
  fromAddress: string | null,
  { client, authenticates, dmarc }: Circumstances,
): { authentication: MessageAuthentication; authenticated: boolean } {
  if (!authenticates) {
    const authentication = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' } as const;
    return { authentication, authenticated: false };
  }
  const isStrict = dmarc.kind === 'record' ? dmarc : { isStrictDkim: false, isStrictSpf: false };
  const passes = (result: DomainResult, strict: boolean) =>
    fromAddress !== null &&
    result.result === 'pass' &&
    isAligned(result.domain, domainOf(fromAddress), strict);
  const isAuthentic =
    (signatures ?? []).some((signature) => passes(signature, isStrict.isStrictDkim)) ||
    (spf !== undefined && passes(spf, isStrict.isStrictSpf));
  const isUnknown = [...(signatures ?? [undefined]), client && spf].some(
    (one) => one === undefined || one?.result === 'temperror',
  );
  return {
    authentication: {
      spf: spf?.result ?? (client ? 'temperror' : 'none'),
      dkim: signatureResult(signatures),
      dmarc: dmarcResult(dmarc, fromAddress, isAuthentic, isUnknown),
      arc: arc ?? 'temperror',
    },
    authenticated: isAuthentic && (dmarc.kind === 'record' || dmarc.kind === 'none'),
  };
}

function signatureResult(signatures: readonly DomainResult[] | undefined): AuthenticationResult {
  if (!signatures) return 'temperror';
  return DKIM_ORDER.find((word) => signatures.some(({ result }) => result === word)) ?? 'none';
}

/** A failure is one only if nothing that could have passed is unknown. */
function dmarcResult(
  dmarc: DmarcRecord,
  fromAddress: string | null,
  isAuthentic: boolean,
  isUnknown: boolean,
): AuthenticationResult {
  if (fromAddress === null) return 'none';
  if (dmarc.kind !== 'record') return dmarc.kind;
  if (isAuthentic) return 'pass';
  return isUnknown ? 'temperror' : 'fail';
}

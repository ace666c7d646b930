// Builds the message of an email that is kept as it arrived: fields of ours before its own header, a DKIM signature
// over both, and the octets of header and body as they are stored. The body is hashed once for all recipients that are
// sent together; if each has an unsubscribe link of their own, only the header differs
// (docs/architecture/kept-mail.md).
import { isAscii } from 'node:buffer';
import type { SignedParts } from '../../../shared/mail/dkim/dkim.ts';
import type { AddFeedbackFields } from '../../../shared/mail/feedback/feedback-fields.ts';
import {
  dateField,
  foldField,
  type HeaderField,
  textField,
  writeHeader,
} from '../../../shared/mail/header-fields.ts';
import { type OpenedMessage, openKeptMessage } from '../../../shared/mail/kept/kept-message.ts';
import {
  type AddressedField,
  takeAddressedLines,
} from '../../../shared/mail/provider-feedback/addressed-fields.ts';
import { addListUnsubscribe } from '../../../shared/mail/unsubscribing/list-unsubscribe.ts';
import type { StoredContent, UploadStore } from '../../../shared/platform/storage/upload-store.ts';
import type { LoadedEmail } from '../../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import { isUnsubscribable, type MailLane } from '../../../shared/resources/messaging/emails/email.ts';
import type { PreferencesLinks } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import { type BuiltMessage, type MessageBuilder, once } from './built-message.ts';

/** The dependencies of the builder. */
export interface KeptBuilderDeps {
  read: UploadStore['read'];
  links: PreferencesLinks;
  lane: MailLane;
  addFeedbackFields: AddFeedbackFields;
  /** @returns the DKIM-Signature field */
  sign(email: LoadedEmail, parts: SignedParts): Promise<HeaderField>;
}

/** A message without the fields that are addressed to providers. */
type Opened = OpenedMessage & { own?: AddressedField[] };

/** Fields by their names, as the client would give them. */
type Fields = Readonly<Record<string, string>>;

const CRLF = Buffer.from('\r\n');

/** Creates the builder of a process. */
export function createKeptBuilder(
  deps: KeptBuilderDeps,
): (email: LoadedEmail, kept: StoredContent) => ReturnType<MessageBuilder> {
  return (email, kept) => {
    const open = once(async (): Promise<Opened> => {
      const message = await openKeptMessage(() => deps.read(kept));
      return { ...message, ...takeAddressedLines(message.header, message.fields) };
    });
    const buildForAll = once(async () => build(email, await open(), undefined, deps));
    return async ({ address }) =>
      isUnsubscribable(email) ? await build(email, await open(), address, deps) : await buildForAll();
  };
}

/** @param address the recipient, if the message is for it alone */
async function build(
  email: LoadedEmail,
  message: Opened,
  address: string | undefined,
  deps: KeptBuilderDeps,
): Promise<BuiltMessage> {
  const { header, fields, bodyHash, body, isEightBit, own } = message;
  const added = addedFields(email, fields, address, deps);
  const headers = [...added, ...fields];
  const signature = await deps.sign(email, { headers, bodyHash, charset: 'latin1' });
  const beginning = [Buffer.from(writeHeader([signature, ...added])), header, CRLF];
  const traits = { needsSmtpUtf8: !isAscii(header), isEightBit, ...(own && { own }) };
  return Buffer.isBuffer(body)
    ? { octets: Buffer.concat([...beginning, body]), ...traits }
    : { octets: Buffer.concat(beginning), tail: body, ...traits };
}

/** The fields that the header lacks, in ASCII. A field that the client has written is never added to. */
function addedFields(
  email: LoadedEmail,
  fields: readonly HeaderField[],
  address: string | undefined,
  deps: KeptBuilderDeps,
): HeaderField[] {
  const present = new Set(fields.map(({ name }) => name.toLowerCase()));
  const given: Fields = Object.fromEntries([...present].map((name) => [name, '']));
  const { source, domain, messageId } = email;
  const withFeedback = deps.addFeedbackFields(withUnsubscribe(email, given, address, deps.links), {
    origin: source,
    lane: deps.lane,
    domain: domain.name,
    returnPathLabel: domain.returnPathLabel,
  });
  return [
    dateField(email.scheduledAt ?? email.createdAt),
    foldField('Message-ID', [messageId]),
    ...Object.entries(withFeedback).map(([name, value]) => textField(name, value)),
  ].filter(({ name }) => !present.has(name.toLowerCase()));
}

function withUnsubscribe(
  { id: emailId, accountId, topicId }: LoadedEmail,
  given: Fields,
  address: string | undefined,
  links: PreferencesLinks,
): Fields {
  if (address === undefined) return given;
  const { unsubscribe } = links.urlsOf({ accountId, address, topicId, emailId });
  return addListUnsubscribe(given, unsubscribe, links.canOneClick);
}

// Makes the octets of an email: composed and signed once, however many recipients are sent to together, since all
// of them see the same header. An email never leaves unsigned: what cannot be signed is thrown. A large one is made in
// several turns of the event loop, and its body is not copied.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Mailbox, parseMailbox } from '../../shared/mail/addresses.ts';
import { type ComposedMessage, composeMessage, writeMessage } from '../../shared/mail/compose.ts';
import { signMessage } from '../../shared/mail/dkim/dkim.ts';
import { createDkimKeyCache, type DkimKeyCache } from '../../shared/mail/dkim/dkim-keys.ts';
import type { RsaSign } from '../../shared/mail/dkim/rsa-signer.ts';
import { htmlToText } from '../../shared/mail/html/html-to-text.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Secrets } from '../../shared/platform/security/secrets.ts';
import { dkimKeyOwner } from '../../shared/resources/domains/create-dkim-key.ts';
import {
  LARGE_CONTENT_BYTES,
  type LoadedEmail,
  loadContents,
} from '../../shared/resources/emails/delivery/load.ts';
import type { MessageTail } from '../transports/transport.ts';
import type { AttachmentOpener } from './open-attachments.ts';

/** Domains whose parsed keys stay in memory; a parsed key takes a few kilobytes. */
const KEYS_KEPT = 1_000;

/** A message, ready for the wire but for dot-stuffing. */
export interface MadeMessage {
  octets: Buffer;
  /** The rest of one with attachments. */
  tail?: MessageTail;
  /** An address in its header needs SMTPUTF8. */
  needsSmtpUtf8: boolean;
}

/** Makes the message of an email. */
export type MessageMaker = (email: LoadedEmail) => Promise<MadeMessage>;

/** What making needs. */
export interface MakeMessageDeps {
  database: Database;
  secrets: Secrets;
  openAttachments: AttachmentOpener['open'];
  sign: RsaSign;
}

/** Creates the maker of a process. */
export function createMessageMaker({
  database,
  secrets,
  openAttachments,
  sign,
}: MakeMessageDeps): MessageMaker {
  const keys = createDkimKeyCache(KEYS_KEPT, (stored) => openKey(secrets, stored));
  return async (email) => {
    const attachments = await openAttachments(email.attachments);
    const { largeContentId } = email;
    const { html, text } = largeContentId === null ? email : await loadContents(database, largeContentId);
    const message = composeMessage({
      from: mailboxOf(email.from),
      to: email.to.map(mailboxOf),
      cc: email.cc.map(mailboxOf),
      replyTo: email.replyTo.map(mailboxOf),
      subject: email.subject,
      // Not the moment of a try: each try sends the same message.
      date: email.scheduledAt ?? email.createdAt,
      messageId: email.messageId,
      // Null: nobody gave one. An empty text was given to have none (decisions.md §2).
      text: text ?? (html ? htmlToText(html) : undefined),
      html: html ?? undefined,
      previewText: email.previewText ?? undefined,
      headers: email.headers,
      attachments,
    });
    // Composing and hashing ten megabytes take a tenth of a second each; what else waits goes on between them.
    if (largeContentId !== null) await nextTurn();
    const signature = await signMessage(message, signerOf(email, keys), sign);
    const headers = [signature, ...message.headers];
    return message.body.length > LARGE_CONTENT_BYTES
      ? withBodyAsTail(headers, message)
      : {
          octets: writeMessage(headers, message.body),
          ...(message.tail && { tail: message.tail }),
          needsSmtpUtf8: message.needsSmtpUtf8,
        };
  };
}

/** All recipients share its body, of which each connection prepares a part at a time for the wire. */
function withBodyAsTail(
  headers: Parameters<typeof writeMessage>[0],
  { body, tail, needsSmtpUtf8 }: ComposedMessage,
): MadeMessage {
  return {
    octets: writeMessage(headers, Buffer.alloc(0)),
    tail: {
      size: body.length + (tail?.size ?? 0),
      async *read() {
        yield* wholeLines(body);
        if (tail) yield* tail.read();
      },
    },
    needsSmtpUtf8,
  };
}

function* wholeLines(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; ) {
    // No line is longer than that (RFC 5322 §2.1.1).
    const lineBreak = body.lastIndexOf('\r\n', start + LARGE_CONTENT_BYTES);
    const end = lineBreak >= start ? lineBreak + '\r\n'.length : body.length;
    yield body.subarray(start, end);
    start = end;
  }
}

/** Stored addresses were parsed when they were accepted. */
function mailboxOf(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (!mailbox) throw new Error('A stored address cannot be parsed.');
  return mailbox;
}

function signerOf({ domain, dkimKey }: LoadedEmail, keys: DkimKeyCache) {
  if (!dkimKey) throw new Error(`The domain ${domain.name} has no DKIM key.`);
  const stored = `${dkimKey.id} ${dkimKey.encryptedPrivateKey.toString('base64')}`;
  return { domain: domain.name, selector: dkimKey.selector, privateKey: keys.get(dkimKey.id, stored) };
}

function openKey(secrets: Secrets, stored: string): string {
  const [id = '', encrypted = ''] = stored.split(' ');
  return secrets.decrypt(Buffer.from(encrypted, 'base64'), dkimKeyOwner(id));
}

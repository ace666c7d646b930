// Makes the octets of an email: composed and signed once, however many recipients are sent to together, since all
// of them see the same header. An email never leaves unsigned: what cannot be signed is thrown.
import { type Mailbox, parseMailbox } from '../../shared/mail/addresses.ts';
import { composeMessage, writeMessage } from '../../shared/mail/compose.ts';
import { signMessage } from '../../shared/mail/dkim.ts';
import { createDkimKeyCache, type DkimKeyCache } from '../../shared/mail/dkim-keys.ts';
import { htmlToText } from '../../shared/mail/html-to-text.ts';
import type { RsaSign } from '../../shared/mail/rsa-signer.ts';
import { dkimKeyOwner } from '../../shared/resources/domains/create-dkim-key.ts';
import type { LoadedEmail } from '../../shared/resources/emails/load.ts';
import type { Secrets } from '../../shared/secrets.ts';
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

/** Creates the maker of a process. */
export function createMessageMaker(
  secrets: Secrets,
  openAttachments: AttachmentOpener['open'],
  sign: RsaSign,
): MessageMaker {
  const keys = createDkimKeyCache(KEYS_KEPT, (stored) => openKey(secrets, stored));
  return async (email) => {
    const attachments = await openAttachments(email.attachments);
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
      text: email.text ?? (email.html ? htmlToText(email.html) : undefined),
      html: email.html ?? undefined,
      previewText: email.previewText ?? undefined,
      headers: email.headers,
      attachments,
    });
    const signature = await signMessage(message, signerOf(email, keys), sign);
    return {
      octets: writeMessage([signature, ...message.headers], message.body),
      ...(message.tail && { tail: message.tail }),
      needsSmtpUtf8: message.needsSmtpUtf8,
    };
  };
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

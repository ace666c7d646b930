// Builds the MIME message of an email and signs it (DKIM), once for all recipients that are sent together, because they
// all see the same header. Where each recipient has links of their own, it is built for each. No email is sent
// unsigned: if signing fails, this throws. A large message is built in several turns of the event loop, and its body is
// not copied.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Mailbox, parseStoredMailbox } from '../../../shared/mail/addresses.ts';
import { type ComposedMessage, composeMessage, writeMessage } from '../../../shared/mail/compose.ts';
import { signHeader, signMessage } from '../../../shared/mail/dkim/dkim.ts';
import { createDkimKeyCache, type DkimKeyCache } from '../../../shared/mail/dkim/dkim-keys.ts';
import type { RsaSign } from '../../../shared/mail/dkim/rsa-signer.ts';
import type { AddFeedbackFields } from '../../../shared/mail/feedback/feedback-fields.ts';
import { takeAddressed } from '../../../shared/mail/provider-feedback/addressed-fields.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { Secrets } from '../../../shared/platform/security/secrets.ts';
import { dkimKeyOwner } from '../../../shared/resources/messaging/domains/keys/create-dkim-key.ts';
import type { EmailBody, ReadBody } from '../../../shared/resources/messaging/emails/contents/stored-body.ts';
import {
  LARGE_CONTENT_BYTES,
  loadContents,
} from '../../../shared/resources/messaging/emails/delivery/load-contents.ts';
import type { LoadedEmail } from '../../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { MailLane } from '../../../shared/resources/messaging/emails/email.ts';
import {
  type MessageContents,
  type MessageLinkDeps,
  type OpenedContents,
  prepareContents,
} from '../../../shared/resources/messaging/message-contents/recipient-contents.ts';
import type { AttachmentOpener } from '../open-attachments.ts';
import { type BuiltMessage, type MessageBuilder, once } from './built-message.ts';
import { createKeptBuilder } from './make-kept-message.ts';

/** Domains whose parsed keys stay in memory; a parsed key takes a few kilobytes. */
const KEYS_KEPT = 1_000;

/** The dependencies of the builder. */
export interface MakeMessageDeps extends MessageLinkDeps {
  database: Database;
  secrets: Secrets;
  attachments: Pick<AttachmentOpener, 'open' | 'read'>;
  sign: RsaSign;
  lane: MailLane;
  readBody: ReadBody;
  addFeedbackFields: AddFeedbackFields;
}

/** Creates the builder of a process. */
export function createMessageBuilder(deps: MakeMessageDeps): MessageBuilder {
  const keys = createDkimKeyCache(KEYS_KEPT, (stored) => openKey(deps.secrets, stored));
  const { sign, lane, addFeedbackFields, links } = deps;
  const writing = { sign, keys, lane, addFeedbackFields };
  const buildKept = createKeptBuilder({
    lane,
    addFeedbackFields,
    links,
    read: deps.attachments.read,
    sign: (email, parts) => signHeader(parts, signerOf(email, keys), sign),
  });
  return (email) => {
    if (email.kept) return buildKept(email, email.kept);
    const prepare = once(async () => prepareContents(email, await openContents(email, deps), deps));
    const buildForAll = once(async () => build(email, (await prepare()).shared(), writing));
    return async (recipient) => {
      const own = await (await prepare()).ownOf(recipient);
      return own ? await build(email, own, writing) : await buildForAll();
    };
  };
}

async function openContents(email: LoadedEmail, deps: MakeMessageDeps): Promise<OpenedContents> {
  const attachments = await deps.attachments.open(email.attachments);
  return { ...(await bodyOf(email, deps)), attachments };
}

async function bodyOf(email: LoadedEmail, { database, readBody }: MakeMessageDeps): Promise<EmailBody> {
  if (email.rendered || email.largeContentId === null) return await readBody(email);
  return { ...(await loadContents(database, email.largeContentId)), poll: email.poll };
}

type Writing = Pick<MakeMessageDeps, 'sign' | 'lane' | 'addFeedbackFields'> & { keys: DkimKeyCache };

async function build(email: LoadedEmail, contents: MessageContents, writing: Writing): Promise<BuiltMessage> {
  const { sign, keys, lane, addFeedbackFields } = writing;
  const { html, text, previewText, headers: customHeaders, attachments } = contents;
  const taken = takeAddressed(customHeaders);
  const { templateId, source, domain } = email;
  const message = composeMessage({
    from: mailboxOf(email.from),
    to: email.to.map(mailboxOf),
    cc: email.cc.map(mailboxOf),
    replyTo: email.replyTo.map(mailboxOf),
    subject: email.subject,
    // Not the time of an attempt: each attempt sends the same message, except for the tokens of its links.
    date: email.scheduledAt ?? email.createdAt,
    messageId: email.messageId,
    text,
    html,
    previewText,
    headers: addFeedbackFields(taken?.headers ?? customHeaders, {
      origin: templateId ?? source,
      lane,
      domain: domain.name,
      returnPathLabel: domain.returnPathLabel,
    }),
    attachments,
  });
  // Composing and hashing ten megabytes take a tenth of a second each; other work runs between the two steps.
  if (email.largeContentId !== null) await nextTurn();
  const signature = await signMessage(message, signerOf(email, keys), sign);
  const headers = [signature, ...message.headers];
  const { isEightBit } = message;
  const built: BuiltMessage =
    message.body.length > LARGE_CONTENT_BYTES
      ? withBodyAsTail(headers, message)
      : {
          octets: writeMessage(headers, message.body),
          ...(message.tail && { tail: message.tail }),
          needsSmtpUtf8: message.needsSmtpUtf8,
          isEightBit,
        };
  if (taken) built.own = taken.own;
  if (!isEightBit) return built;
  const inSevenBit = once(() => build(email, encoded(contents), writing));
  return { ...built, inSevenBit };
}

/** The same with attached messages of 8 bits in base64, as files. */
function encoded({ attachments, ...contents }: MessageContents): MessageContents {
  const inSevenBit = attachments.map((file) =>
    file.asLines === '8bit' ? { ...file, asLines: undefined } : file,
  );
  return { ...contents, attachments: inSevenBit };
}

/** Makes the body a tail: all recipients share it, and each connection prepares a part of it at a time. */
function withBodyAsTail(
  headers: Parameters<typeof writeMessage>[0],
  { body, tail, needsSmtpUtf8, isEightBit }: ComposedMessage,
): BuiltMessage {
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
    isEightBit,
  };
}

function* wholeLines(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; ) {
    // No line is longer than LARGE_CONTENT_BYTES (RFC 5322 §2.1.1), so there is a line break to find.
    const lineBreak = body.lastIndexOf('\r\n', start + LARGE_CONTENT_BYTES);
    const end = lineBreak >= start ? lineBreak + '\r\n'.length : body.length;
    yield body.subarray(start, end);
    start = end;
  }
}

/** Parses a stored address, which was valid when it was accepted. */
function mailboxOf(text: string): Mailbox {
  const mailbox = parseStoredMailbox(text);
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

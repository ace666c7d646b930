// Makes the record of a message from what the thread has found in it, all of it or, if the thread has ended, a part.
import { parseStoredMailbox, writeMailbox } from '../addresses.ts';
import type { FromAuthentication } from './authenticate-from.ts';
import type { ParsedMessage, WrittenMailbox } from './parsed-message.ts';
import type { FoundInMessage } from './thread-messages.ts';

/**
 * Makes the record.
 * @param ended why the thread did not finish; null: it did
 */
export function toParsedMessage(
  found: Partial<FoundInMessage>,
  authentication: FromAuthentication,
  ended: string | null,
): ParsedMessage {
  const { header, content } = found;
  return {
    headers: found.headers ?? [],
    from: header?.from ?? [],
    to: header?.to.map(formatWritten) ?? [],
    cc: header?.cc.map(formatWritten) ?? [],
    bcc: header?.bcc.map(formatWritten) ?? [],
    replyTo: header?.replyTo.map(formatWritten) ?? [],
    fromAddress: findFromAddress(found),
    subject: header?.subject ?? null,
    date: header?.date ?? null,
    messageId: header?.messageId ?? null,
    inReplyTo: header?.inReplyTo ?? null,
    references: header?.references ?? [],
    html: content?.html ?? null,
    text: content?.text ?? null,
    attachments: content?.attachments ?? [],
    charsetGuessed: isGuessed(found),
    parseError: found.problem ?? ended,
    ...authentication,
    ...structureOf(found),
  };
}

function isGuessed({ header, content }: Partial<FoundInMessage>): boolean {
  return Boolean(header?.isGuessed || content?.isGuessed);
}

function structureOf({ parts, fields }: Partial<FoundInMessage>): Pick<ParsedMessage, 'structure'> {
  return fields ? { structure: { fields, parts: parts ?? [] } } : {};
}

/** `Name <address>`, so that a mailbox can be parsed again. */
export function formatWritten({ name, address }: WrittenMailbox): string {
  return address === '' ? name : writeMailbox({ name, address });
}

/** The address whose domain DMARC protects; null: not every reader would find the same one, so From says nothing. */
export function findFromAddress({ header }: Partial<FoundInMessage>): string | null {
  const [shown, ...others] = header?.from ?? [];
  const read = parseStoredMailbox(header?.strictFrom ?? '');
  const isShown = others.length === 0 && read?.address === parseStoredMailbox(shown?.address ?? '')?.address;
  return isShown ? (read?.address ?? null) : null;
}

// Parses the bytes of a message for display, with the parser of received mail (shared/mail/parse/): what cannot be parsed
// has a problem, and its source can always be shown. Nothing is authenticated, since no mail server has sent it.

import { Readable } from 'node:stream';
import type { MessageParser } from '../../shared/mail/parse/message-parser.ts';
import type { FileSink } from '../../shared/mail/parse/message-source.ts';
import type { ParsedMessage } from '../../shared/mail/parse/parsed-message.ts';
import { formatWritten } from '../../shared/mail/parse/to-parsed-message.ts';

/** A file in a message. */
export interface InboxAttachment {
  /** Its number in the message, from 1; the same every time the message is parsed. */
  id: string;
  /** The name that the message gives; untrusted, may contain a path. */
  filename: string | null;
  contentType: string;
  /** Content-ID without angle brackets, the target of `cid:` links. */
  contentId: string | null;
  disposition: string | null;
  content: Buffer;
}

/** A parsed message. */
export interface InboxMessage
  extends Pick<
    ParsedMessage,
    'headers' | 'messageId' | 'to' | 'cc' | 'replyTo' | 'subject' | 'date' | 'html' | 'text'
  > {
  from: string | null;
  attachments: InboxAttachment[];
  /** The part that could not be parsed; null if there is none. */
  problem: string | null;
}

/** Parses a message. */
export type ParseInboxMessage = (raw: Buffer) => Promise<InboxMessage>;

/** Parses with its files in memory, as all of the inbox is. */
export function createInboxParse(parser: MessageParser): ParseInboxMessage {
  return async (raw) => {
    const files: Buffer[][] = [];
    const openFile = (): Promise<FileSink> => {
      const chunks: Buffer[] = [];
      files.push(chunks);
      const write = async (chunk: Buffer) => void chunks.push(chunk);
      return Promise.resolve({ id: String(files.length - 1), write, end: async () => {} });
    };
    const { from, attachments, parseError, ...parsed } = await parser.parse(
      { size: raw.length, chunks: () => Readable.from([raw]) },
      null,
      { openFile },
    );
    const [sender] = from;
    return {
      ...parsed,
      from: sender ? formatWritten(sender) : null,
      attachments: attachments.map(({ fileId, size: _size, ...attachment }, index) => ({
        ...attachment,
        id: String(index + 1),
        content: Buffer.concat(files[Number(fileId)] ?? []),
      })),
      problem: parseError,
    };
  };
}

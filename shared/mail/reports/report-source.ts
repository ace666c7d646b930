// Gets the parts of a report from the parser of messages (shared/mail/parse/), for which each part that is not a text is a
// file.
import type { FileSink, FileSinks } from '../parse/message-source.ts';
import type { ParsedMessage } from '../parse/parsed-message.ts';
import { REPORT_MAX_BYTES, type ReportSource } from './report.ts';

/** Keeps the files of one message in memory, as much of them as is read of a report. */
export class ReportFiles implements FileSinks {
  readonly #contents = new Map<string, Buffer>();
  #left = REPORT_MAX_BYTES;

  /** @returns empty for a file that was not written */
  contentOf(fileId: string): Buffer {
    return this.#contents.get(fileId) ?? Buffer.alloc(0);
  }

  openFile(): Promise<FileSink> {
    const id = String(this.#contents.size);
    const chunks: Buffer[] = [];
    this.#contents.set(id, Buffer.alloc(0));
    return Promise.resolve({
      id,
      write: (chunk: Buffer) => {
        const kept = chunk.subarray(0, this.#left);
        if (kept.length > 0) chunks.push(kept);
        this.#left -= kept.length;
        return Promise.resolve();
      },
      end: () => {
        this.#contents.set(id, Buffer.concat(chunks));
        return Promise.resolve();
      },
    });
  }
}

/**
 * Collects the sources of a report, from a message that was parsed with these files.
 * @param mailFrom of a message to a return path
 */
export function toReportSource(message: ParsedMessage, files: ReportFiles, mailFrom?: string): ReportSource {
  const { headers, from, subject, text, html, attachments } = message;
  return {
    headers,
    from: message.fromAddress ?? (from.length === 1 ? (from[0]?.address ?? null) : null),
    ...(mailFrom !== undefined && { mailFrom }),
    subject,
    text,
    html,
    parts: attachments.map(({ fileId, contentType }) => ({
      contentType,
      content: files.contentOf(fileId),
    })),
  };
}

// The parser of a client's input: commands as the library reads them, message content as our scanner does
// (data-scanner.ts). It replaces the library's reading of content, which is private: there is no other way to bound the
// cost of a hostile message, or to see its bare CR and LF.
import type { SMTPServerDataStream } from 'smtp-server';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { DataScanner } from './data-scanner.ts';

/** The content of one message, with its stuffed dots removed. */
export interface ContentStream extends SMTPServerDataStream {
  /** Whether a bare CR or LF has arrived: then the output is no longer the content. */
  hasBareNewline: boolean;
}

/** Parses the input of one connection. */
export class InputParser extends SMTPStream {
  #scanner = new DataScanner();

  override startDataMode(maxBytes?: number | string | null): ContentStream {
    this.#scanner = new DataScanner();
    return Object.assign(super.startDataMode(maxBytes), { hasBareNewline: false });
  }

  override _feedDataStream(piece: Buffer, done: () => void): void {
    const stream = this._dataStream as ContentStream;
    const { content, rest } = this.#scanner.scan(piece);
    this._countDataBytes(content.length);
    stream.hasBareNewline = this.#scanner.hasBareNewline;
    if (rest) this._endDataMode(content, rest, done);
    else if (content.length === 0 || !stream.writable || stream.write(content)) done();
    else waitForRoom(stream, done);
  }
}

/** Back-pressure: the socket is not read until the content has been taken. A stream that is destroyed never drains. */
function waitForRoom(stream: ContentStream, done: () => void): void {
  const goOn = () => {
    stream.off('drain', goOn);
    stream.off('close', goOn);
    done();
  };
  stream.once('drain', goOn);
  stream.once('close', goOn);
}

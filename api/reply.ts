// What a handler answers when its operation has more than one status, or when the answer is not JSON of an object.
import type { Readable } from 'node:stream';

/** An answer that is no JSON: CSV, the bytes of a file. */
export class Content {
  /** Value of Content-Type. */
  readonly type: string;
  readonly data: string | Buffer | Readable;
  /** Name under which it is saved; undefined: it is shown. */
  readonly filename: string | undefined;

  constructor(type: string, data: Content['data'], filename?: string) {
    this.type = type;
    this.data = data;
    this.filename = filename;
  }
}

/** An answer with a status of its own: one that the operation's row has. */
export class Reply {
  readonly statusCode: number;
  /** A text is JSON already. */
  readonly body: object | string | Content;

  constructor(statusCode: number, body: Reply['body']) {
    this.statusCode = statusCode;
    this.body = body;
  }
}

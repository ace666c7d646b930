// Return values of a handler whose operation has several statuses, or whose response is not JSON.
import type { Readable } from 'node:stream';

/** A response body that is not JSON: CSV, or the bytes of a file. */
export class Content {
  /** Value of the Content-Type header. */
  readonly type: string;
  readonly data: string | Buffer | Readable;
  /** Name under which a browser saves it; undefined: the browser displays it. */
  readonly filename: string | undefined;

  constructor(type: string, data: Content['data'], filename?: string) {
    this.type = type;
    this.data = data;
    this.filename = filename;
  }
}

/** A response with its own status: one of the statuses in the operation's row. */
export class Reply {
  readonly statusCode: number;
  /** A string is JSON that is serialized already. */
  readonly body: object | string | Content;

  constructor(statusCode: number, body: Reply['body']) {
    this.statusCode = statusCode;
    this.body = body;
  }
}

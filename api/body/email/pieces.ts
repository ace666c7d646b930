// The pieces of a body as they arrive. The stream is never destroyed, also when the reader has had enough: the answer
// goes out over its socket. A client that stops in the middle ends the reading with a refusal (body-arrival.ts).
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { BodyArrival } from '../body-arrival.ts';

/** Says what it means to the client that the stream broke. */
export type Explain = (cause: unknown) => Error;

/** Reads a request, or what its body is decompressed to. */
export async function* piecesOf(
  request: Request,
  stream: Readable,
  explain: Explain,
): AsyncGenerator<Buffer> {
  const body = new WatchedBody(request, stream, explain);
  try {
    for (let piece = await body.next(); piece; piece = await body.next()) yield piece;
  } finally {
    body.leave();
  }
}

class WatchedBody {
  readonly #request: Request;
  readonly #stream: Readable;
  readonly #arrival: BodyArrival;
  readonly #listeners: Readonly<Record<string, (cause?: unknown) => void>>;
  /** What comes over the wire is counted, also where the stream is what is decompressed. */
  readonly #count = ({ length }: Buffer) => this.#arrival.count(length);
  #failure: Error | undefined;
  #goOn = () => {};

  constructor(request: Request, stream: Readable, explain: Explain) {
    this.#request = request;
    this.#stream = stream;
    this.#arrival = new BodyArrival(request, (refusal) => this.#fail(refusal));
    this.#listeners = {
      readable: () => this.#goOn(),
      end: () => this.#goOn(),
      error: (cause) => this.#fail(explain(cause)),
      close: () => this.#fail(explain(new DOMException('It has ended.', 'AbortError'))),
    };
    if (stream.destroyed) this.#listeners['close']?.();
    for (const [event, listener] of Object.entries(this.#listeners)) stream.on(event, listener);
    if (stream !== request) request.on('data', this.#count);
  }

  /** Undefined at its end. */
  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const piece = this.#stream.read() as Buffer | null;
      if (piece && this.#stream === this.#request) this.#count(piece);
      if (piece) return piece;
      if (this.#stream.readableEnded) return undefined;
      if (this.#failure) throw this.#failure;
      await this.#wait();
    }
  }

  leave(): void {
    this.#arrival.stop();
    this.#request.off('data', this.#count);
    for (const [event, listener] of Object.entries(this.#listeners)) this.#stream.off(event, listener);
  }

  async #wait(): Promise<void> {
    this.#arrival.start();
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
    this.#arrival.stop();
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    this.#goOn();
  }
}

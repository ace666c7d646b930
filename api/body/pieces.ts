// Reads a body piece by piece as it arrives. The stream is never destroyed, not even when the reader stops early,
// because the response uses the same socket. If the client stops sending, reading ends with a refusal
// (body-throughput.ts).
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { BodyThroughput } from './body-throughput.ts';

/** Turns a stream error into the error that the client receives. */
export type Explain = (cause: unknown) => Error;

/** The pieces of a request, or of the stream that decompresses it. */
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
  readonly #throughput: BodyThroughput;
  readonly #listeners: Readonly<Record<string, (cause?: unknown) => void>>;
  /** Counts the bytes of the network, also where `#stream` is the decompressed data. */
  readonly #count = ({ length }: Buffer) => this.#throughput.count(length);
  #failure: Error | undefined;
  #goOn = () => {};

  constructor(request: Request, stream: Readable, explain: Explain) {
    this.#request = request;
    this.#stream = stream;
    this.#throughput = new BodyThroughput(request, (refusal) => this.#fail(refusal));
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

  /** The next piece; undefined at the end. */
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
    this.#throughput.stop();
    this.#request.off('data', this.#count);
    for (const [event, listener] of Object.entries(this.#listeners)) this.#stream.off(event, listener);
  }

  async #wait(): Promise<void> {
    this.#throughput.start();
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
    this.#throughput.stop();
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    this.#goOn();
  }
}

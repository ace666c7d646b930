// Reads the content of one message: at the client's speed, but not slower than the least that must arrive, and to its
// end even where it is refused in the middle, because a client reads no reply before it has sent everything.
import { ThroughputWindow } from '../../shared/platform/net/throughput-window.ts';
import type { ClientConnection } from './connection.ts';
import type { ContentStream } from './input-parser.ts';
import type { ServerLimits } from './limits.ts';
import { Refusal } from './reply.ts';

type ContentLimits = Pick<ServerLimits, 'messageBytes' | 'windowMs' | 'windowBytes'>;

/** A client that sends on and on after its message was too large is given up at so many times the limit. */
const DISCARDED_MESSAGES = 2;

/** The client disconnected, or was given up, before its message was complete. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** The function that reads the pieces of a message. @throws Refusal, also before it has read all */
export type TakeContent = (pieces: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Passes the content to `take`, and reads the rest.
 * @throws Refusal of `take`, or of a message that is too large or has a bare CR or LF; ClientGoneError
 */
export async function receiveContent(
  connection: ClientConnection,
  content: ContentStream,
  { limits, take }: { limits: ContentLimits; take: TakeContent },
): Promise<void> {
  const { windowMs, windowBytes: minBytes, messageBytes } = limits;
  const onStalled = () => connection.giveUp(421, '4.4.2 The message arrives too slowly');
  const window = new ThroughputWindow({ windowMs, minBytes, onStalled });
  connection.content = content;
  try {
    await take(readPieces(connection, content, window));
  } finally {
    try {
      for await (const _ of readAll(content, window)) {
        if (content.byteLength > DISCARDED_MESSAGES * messageBytes) connection.giveUp(552, TOO_LARGE);
      }
    } finally {
      connection.content = undefined;
    }
  }
}

async function* readPieces(
  connection: ClientConnection,
  content: ContentStream,
  window: ThroughputWindow,
): AsyncGenerator<Buffer> {
  for await (const piece of readAll(content, window)) {
    requireProper(content);
    yield piece;
  }
  requireProper(content);
  connection.stopDeadline();
}

/** The window is open only while the client is waited for. */
async function* readAll(content: ContentStream, window: ThroughputWindow): AsyncGenerator<Buffer> {
  window.start();
  try {
    // The stream continues after the loop is left.
    for await (const piece of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      window.stop();
      window.count(piece.length);
      yield piece;
      window.start();
    }
  } catch (error) {
    throw new ClientGoneError('The message is not complete.', { cause: error });
  } finally {
    window.stop();
  }
}

const TOO_LARGE = '5.3.4 The message is too large';

function requireProper({ sizeExceeded, hasBareNewline }: ContentStream): void {
  if (sizeExceeded) throw new Refusal(552, TOO_LARGE);
  // Servers that read on after it could take the rest of this connection for a message.
  if (hasBareNewline)
    throw new Refusal(550, '5.5.2 The message has a bare CR or LF: lines must end with CRLF', {
      closes: true,
    });
}

// A minimal HTTP/1.1 client for the load: one keep-alive connection, one request at a time. Of each answer it reads the
// status, the length and exactly that many bytes. A general client costs several times the CPU, which on a machine with
// few cores would be taken from the measured processes.
import { once } from 'node:events';
import { connect } from 'node:net';

/** An open connection. */
export interface LoadConnection {
  /**
   * Sends a request and resolves when the complete answer has arrived.
   * @throws Error for any answer except 200, 202 and 302: a load that is refused measures nothing
   */
  post(request: Buffer): Promise<void>;
  close(): void;
}

/** The outcome of a request. */
type Outcome = { ok: true } | { ok: false; reason: string };

const READ_BYTES = 65_536;
const NOTHING: Buffer = Buffer.alloc(0);
const END_OF_HEAD = '\r\n\r\n';
/** An event is answered with 202, a click with 302. */
const STATUS_OK = /^HTTP\/1\.1 (?:20[02]|302) /;

/** Opens a connection. */
export async function openConnection(url: string): Promise<LoadConnection> {
  const { hostname, port } = new URL(url);
  let settle: (outcome: Outcome) => void = () => {};
  let unread = NOTHING;
  const receive = (count: number, memory: Uint8Array) => {
    const chunk = Buffer.from(memory.buffer, memory.byteOffset, count);
    const bytes = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
    const outcome = readAnswer(bytes);
    // The next chunk overwrites this buffer, so the rest is copied.
    unread = outcome ? NOTHING : Buffer.from(bytes);
    if (outcome) settle(outcome);
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafe(READ_BYTES), callback: receive };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  const lost = (reason: string) => settle({ ok: false, reason });
  socket.on('error', ({ message }) => lost(message));
  socket.on('close', () => lost('the connection was closed'));
  await once(socket, 'connect');
  return {
    post: (request) =>
      new Promise((resolve, reject) => {
        settle = (outcome) => {
          if (outcome.ok) resolve();
          else reject(new Error(`A request of the load failed: ${outcome.reason}`));
        };
        if (socket.destroyed) lost('the connection is closed');
        else socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

/** Reads the answer to one request; undefined while it is incomplete. */
function readAnswer(bytes: Buffer): Outcome | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) return { ok: false, reason: `the answer has no length: ${head}` };
  const bodyAt = end + END_OF_HEAD.length;
  const missing = bodyAt + Number(length) - bytes.length;
  if (missing > 0) return undefined;
  if (missing === 0 && STATUS_OK.test(head)) return { ok: true };
  return { ok: false, reason: `${head.slice(0, head.indexOf('\r\n'))}: ${bytes.toString('utf8', bodyAt)}` };
}

// The receiving side of SMTP, as little of it as a benchmark needs: it takes everything, answers 250, and costs a few
// microseconds a message, so that what is measured is the sender. It pipelines (RFC 2920) and never asks for TLS.

/** Where a session is: between commands, or inside a message. */
interface SessionState {
  unread: Buffer;
  inMessage: boolean;
  /** Bytes of `unread` that hold no end of a message. */
  searched: number;
}

/** What a session needs. */
export interface SessionOptions {
  /** Sends answers to the client. */
  reply(lines: string): void;
  /** Called with the bytes between DATA and the final dot, dot-stuffed as they came. */
  onMessage(message: Buffer): void;
  /** The client said QUIT. */
  onQuit(): void;
}

export const GREETING = '220 sink ESMTP\r\n';

const CRLF = '\r\n';
const END_OF_MESSAGE = '\r\n.\r\n';
const EXTENSIONS = '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 52428800\r\n';
const OK = '250 2.0.0 OK\r\n';

/** The answer to each command, by its first four letters. */
const REPLIES: Record<string, string> = {
  EHLO: EXTENSIONS,
  HELO: '250 sink\r\n',
  MAIL: OK,
  RCPT: OK,
  RSET: OK,
  NOOP: OK,
  DATA: '354 Go ahead\r\n',
  QUIT: '221 2.0.0 Bye\r\n',
};

/** Creates a session; give it every chunk that the client sends. Answers to one chunk leave in one write. */
export function createSession(options: SessionOptions): (chunk: Buffer) => void {
  const state: SessionState = { unread: Buffer.alloc(0), inMessage: false, searched: 0 };
  return (chunk) => {
    state.unread = state.unread.length > 0 ? Buffer.concat([state.unread, chunk]) : chunk;
    let replies = '';
    for (;;) {
      const reply = state.inMessage ? readMessage(state, options) : readCommand(state, options);
      if (reply === undefined) break;
      replies += reply;
    }
    if (replies) options.reply(replies);
  };
}

/** Reads one message and returns the answer; undefined: its end has not come. */
function readMessage(state: SessionState, { onMessage }: SessionOptions): string | undefined {
  const end = state.unread.indexOf(END_OF_MESSAGE, state.searched);
  if (end < 0) {
    // The end may have come in part.
    state.searched = Math.max(0, state.unread.length - END_OF_MESSAGE.length);
    return undefined;
  }
  onMessage(state.unread.subarray(CRLF.length, end + CRLF.length));
  advance(state, end + END_OF_MESSAGE.length);
  state.inMessage = false;
  return OK;
}

/** Reads one command and returns the answer; undefined: its line has not ended. */
function readCommand(state: SessionState, { onQuit }: SessionOptions): string | undefined {
  const end = state.unread.indexOf(CRLF);
  if (end < 0) return undefined;
  const verb = state.unread.toString('latin1', 0, Math.min(end, 4)).toUpperCase();
  state.inMessage = verb === 'DATA';
  // The line break of DATA is left standing: an empty message ends with it (RFC 5321 §4.1.1.4).
  advance(state, state.inMessage ? end : end + CRLF.length);
  if (verb === 'QUIT') onQuit();
  return REPLIES[verb] ?? '500 5.5.1 Unknown command\r\n';
}

function advance(state: SessionState, bytes: number): void {
  state.unread = state.unread.subarray(bytes);
  state.searched = 0;
}

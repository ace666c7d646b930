// A minimal SMTP server session for the benchmark: it accepts everything, answers 250, and costs a few microseconds per
// message, so that the sender is measured. It supports pipelining (RFC 2920) and, if asked to, STARTTLS (RFC 3207).

/** A received message with its recipients. */
export interface TakenMessage {
  /** The bytes between DATA and the final dot, still dot-stuffed. */
  message: Buffer;
  /** The recipients of the envelope. */
  recipients: readonly string[];
}

/** Replies that are sent in one write, and the messages that they accept. */
export interface Replies {
  lines: string;
  taken: readonly TakenMessage[];
  /** The client has sent QUIT: close the connection after these replies. */
  quit: boolean;
  /** The client has sent STARTTLS: what follows these replies is its handshake. */
  startsTls: boolean;
}

/** Where a session is: between commands, or inside a message. */
interface SessionState {
  unread: Buffer;
  recipients: string[];
  inMessage: boolean;
  /** Number of bytes of `unread` that are known to contain no end of a message. */
  searched: number;
  /** Messages since the last replies. */
  taken: TakenMessage[];
  quit: boolean;
  readonly offersTls: boolean;
  startsTls: boolean;
}

export const GREETING = '220 sink ESMTP\r\n';

const CRLF = '\r\n';
const VERB_LENGTH = 4;
const END_OF_MESSAGE = '\r\n.\r\n';
const EXTENSIONS = '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 52428800\r\n';
const OFFERS_TLS = '250-STARTTLS\r\n';
const READY_FOR_TLS = '220 2.0.0 Go ahead\r\n';
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

/**
 * Creates a session; pass it every chunk that the client sends. The replies to one chunk are passed on together.
 * @param offersTls whether STARTTLS is offered; it ends the session, and another one begins after the handshake
 */
export function createSession(reply: (replies: Replies) => void, offersTls = false): (chunk: Buffer) => void {
  const state: SessionState = {
    unread: Buffer.alloc(0),
    recipients: [],
    inMessage: false,
    searched: 0,
    taken: [],
    quit: false,
    offersTls,
    startsTls: false,
  };
  return (chunk) => {
    state.unread = state.unread.length > 0 ? Buffer.concat([state.unread, chunk]) : chunk;
    let lines = '';
    for (;;) {
      const line = state.inMessage ? readMessage(state) : readCommand(state);
      if (line === undefined) break;
      lines += line;
    }
    if (!lines) return;
    const { taken, quit, startsTls } = state;
    state.taken = [];
    reply({ lines, taken, quit, startsTls });
  };
}

/** Reads one message and returns the reply; undefined while its end has not arrived. */
function readMessage(state: SessionState): string | undefined {
  const end = state.unread.indexOf(END_OF_MESSAGE, state.searched);
  if (end < 0) {
    // The end of the message may have arrived in part.
    state.searched = Math.max(0, state.unread.length - END_OF_MESSAGE.length);
    return undefined;
  }
  const message = state.unread.subarray(CRLF.length, end + CRLF.length);
  state.taken.push({ message, recipients: state.recipients });
  state.recipients = [];
  advance(state, end + END_OF_MESSAGE.length);
  state.inMessage = false;
  return OK;
}

/** Reads one command and returns the reply; undefined while its line is incomplete. */
function readCommand(state: SessionState): string | undefined {
  const end = state.unread.indexOf(CRLF);
  if (end < 0) return undefined;
  const line = state.unread.toString('latin1', 0, end);
  const verb = line.slice(0, VERB_LENGTH).toUpperCase();
  if (verb === 'MAIL' || verb === 'RSET') state.recipients = [];
  if (verb === 'RCPT') state.recipients.push(line.slice(line.indexOf('<') + 1, line.indexOf('>')));
  state.inMessage = verb === 'DATA';
  state.quit ||= verb === 'QUIT';
  // The line break of DATA is not consumed: an empty message ends with it (RFC 5321 §4.1.1.4).
  advance(state, state.inMessage ? end : end + CRLF.length);
  if (state.offersTls && verb === 'STAR') {
    state.startsTls = true;
    return READY_FOR_TLS;
  }
  if (state.offersTls && verb === 'EHLO') return EXTENSIONS.replace('\r\n', `\r\n${OFFERS_TLS}`);
  return REPLIES[verb] ?? '500 5.5.1 Unknown command\r\n';
}

function advance(state: SessionState, bytes: number): void {
  state.unread = state.unread.subarray(bytes);
  state.searched = 0;
}

// What was said in an attempt, connection by connection, as it is stored with the recipient (column `dialogue`) and answered by
// GET /emails/:id/trace (docs/reference/emails.md#get-emailsidtrace). It is stored as lines of text, because each mail
// writes one and few are read: with JSON a mail cost a percent more (docs/performance-history.md).
//
//   =<server>\t<address>\t<source>\t<opened at>\t<TLS version>\t<cipher>\t<verified>\t<mails before>
//   <ms><who><text>

/** `c`: our command, `s`: the server's reply, `x`: what happened without words. */
export type Speaker = 'c' | 's' | 'x';

/** @param ms since the attempt began on this connection */
export type DialogueLine = [ms: number, who: Speaker, text: string];

/** The TLS of a connection. */
export interface DialogueTls {
  /** The TLS version as OpenSSL names it: `TLSv1.3`. */
  version: string | null;
  cipher: string;
  /** The certificate is the server's: by its name and a known authority, or by DANE. */
  verified: boolean;
}

/** A connection. Its fields have the names of the API. */
export interface DialogueHead {
  /** Host name. */
  server: string;
  /**
   * The address of the recipient's server; `source` is ours. null: there was no connection, or mail leaves through a
   * relay.
   */
  address: string | null;
  source: string | null;
  /** When the connection started: ISO 8601. */
  opened_at: string;
  /** null: in the clear. */
  tls: DialogueTls | null;
}

/** The dialogue with one server. */
export interface ServerDialogue extends DialogueHead {
  /** Mails that were sent over the connection before. */
  mails_before: number;
  lines: DialogueLine[];
}

const LINE = /^(\d+)([csx])(.*)$/;
const LINE_BREAKS = /[\r\n]+/g;

/** The line of a connection, to which the number of mails before and a line break are added. */
export function writeHead({ server, address, source, opened_at, tls }: DialogueHead): string {
  const secured = tls ? [tls.version ?? '', tls.cipher, Number(tls.verified)] : ['', '', ''];
  return `=${[server, address ?? '', source ?? '', opened_at, ...secured].join('\t')}\t`;
}

/** Writes an event without words as one line: it may quote anything, and Postgres stores no NUL. */
export function writeEvent(words: string): string {
  return words.replaceAll('\0', '').replace(LINE_BREAKS, ' ');
}

/** Reads a stored dialogue. Invalid lines are left out: the lines of an erased person are rewritten. */
export function readDialogue(text: string): ServerDialogue[] {
  const parts: ServerDialogue[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('=')) parts.push(readHead(line.slice(1)));
    const [, ms, who, words = ''] = LINE.exec(line) ?? [];
    if (ms !== undefined) parts.at(-1)?.lines.push([Number(ms), who as Speaker, words]);
  }
  return parts;
}

function readHead(line: string): ServerDialogue {
  const [server = '', address, source, opened_at = '', version, cipher = '', verified, before] =
    line.split('\t');
  const tls = cipher === '' ? null : { version: version || null, cipher, verified: verified === '1' };
  const mails_before = Number(before);
  return {
    server,
    address: address || null,
    source: source || null,
    opened_at,
    mails_before,
    tls,
    lines: [],
  };
}

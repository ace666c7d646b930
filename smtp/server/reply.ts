// Replies that refuse a command or a message. The library adds an enhanced status code (RFC 3463) that it guesses from
// the reply code; ours are exact, so a text of ours begins with its own.

/** A refusal: what the client is answered. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The library reads it by this name. */
  readonly responseCode: number;
  /** Whether the connection ends after the reply. */
  readonly closes: boolean;

  /**
   * @param responseCode RFC 5321 §4.2
   * @param text begins with an enhanced status code: `5.7.1 We do not receive mail for this domain`
   */
  constructor(responseCode: number, text: string, { closes = false } = {}) {
    super(text);
    this.responseCode = responseCode;
    this.closes = closes;
  }
}

/** The longest text of a reply: with its code and CRLF, a line has 512 octets (RFC 5321 §4.5.3.1.5). */
const TEXT_MAX_OCTETS = 500;
const ENHANCED_STATUS = /^[245]\.\d{1,3}\.\d{1,3} /;

/** Whether a text begins with its enhanced status code. */
export function hasEnhancedStatus(text: unknown): boolean {
  return typeof text === 'string' && ENHANCED_STATUS.test(text);
}

/**
 * Cuts a long text at spaces into the lines of a reply; each has the enhanced status code (RFC 2034 §4).
 * @returns the text unchanged if one line is enough
 */
export function toReplyLines(text: string): string | string[] {
  if (Buffer.byteLength(text) <= TEXT_MAX_OCTETS) return text;
  const [status = ''] = ENHANCED_STATUS.exec(text) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(status.length).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (Buffer.byteLength(status + longer) > TEXT_MAX_OCTETS && line !== '') {
      lines.push(`${status}${line}`);
      line = word;
    } else line = longer;
  }
  return [...lines, `${status}${line}`];
}

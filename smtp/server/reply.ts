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
   * @param text begins with an enhanced status code: `5.7.1 We receive no mail for this domain`
   */
  constructor(responseCode: number, text: string, { closes = false } = {}) {
    super(text);
    this.responseCode = responseCode;
    this.closes = closes;
  }
}

const ENHANCED_STATUS = /^[245]\.\d{1,3}\.\d{1,3} /;

/** Whether a text begins with its enhanced status code. */
export function hasEnhancedStatus(text: unknown): boolean {
  return typeof text === 'string' && ENHANCED_STATUS.test(text);
}

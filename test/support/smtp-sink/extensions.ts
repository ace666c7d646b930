// The ESMTP extensions that the sink may offer, and the parameters that each of them allows.

/** ESMTP extensions that a server offers. */
export interface Extensions {
  pipelining: boolean;
  eightBitMime: boolean;
  smtpUtf8: boolean;
  enhancedStatusCodes: boolean;
  /** Largest content in bytes; 0: SIZE is not offered. */
  size: number;
  dsn: boolean;
}

/** True for a parameter of MAIL that was offered. */
export function isOfferedToMail(parameter: string, extensions: Extensions): boolean {
  if (parameter === 'SMTPUTF8') return extensions.smtpUtf8;
  if (/^BODY=(7BIT|8BITMIME)$/.test(parameter)) return extensions.eightBitMime;
  if (/^(RET=(FULL|HDRS)|ENVID=[!-<>-~]{1,100})$/.test(parameter)) return extensions.dsn;
  return /^SIZE=\d+$/.test(parameter) && extensions.size > 0;
}

/** True for a parameter of RCPT that was offered. */
export function isOfferedToRcpt(parameter: string, extensions: Extensions): boolean {
  return extensions.dsn && /^(NOTIFY=[A-Z,]+|ORCPT=(RFC822|UTF-8);[^ =]+)$/.test(parameter);
}

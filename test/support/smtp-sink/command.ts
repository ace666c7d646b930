// Parses the commands that the sink understands (RFC 5321 §4.1.1).

/** A parsed command line. */
export interface Command {
  /** In capitals. */
  verb: string;
  argument: string;
}

/** The argument of MAIL or RCPT. */
export interface Path {
  address: string;
  /** ESMTP parameters, in capitals up to their `=`: `SIZE=1000`, `BODY=8BITMIME`. */
  parameters: string[];
}

/** Splits a line into verb and argument. */
export function parseCommand(line: string): Command {
  const space = line.indexOf(' ');
  if (space < 0) return { verb: line.toUpperCase(), argument: '' };
  return { verb: line.slice(0, space).toUpperCase(), argument: line.slice(space + 1) };
}

/** Reads `FROM:<…> …` or `TO:<…> …`; undefined if it is neither. */
export function parsePath(keyword: 'FROM' | 'TO', argument: string): Path | undefined {
  const found = /^(FROM|TO):<([^<>]*)>(?: (.*))?$/i.exec(argument);
  if (!found || found[1]?.toUpperCase() !== keyword) return undefined;
  return { address: found[2] ?? '', parameters: found[3]?.toUpperCase().split(' ') ?? [] };
}

// Groups of fields `Name: value` with empty lines between them: the form of a header, of message/delivery-status (RFC
// 3464 §2.1) and of message/feedback-report (RFC 5965 §3). One pass; CRLF, LF and CR all end a line.
import { LINES_MAX, MATCHED_MAX_LENGTH } from './report.ts';

/** Fields in order; names are in lower case, values unfolded and in one line. */
export type ReportFields = readonly (readonly [name: string, value: string])[];

const FIELD = /^([!-9;-~]{1,100})[ \t]*:(.*)$/s;

/** The first lines of a text. */
export function toLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/, LINES_MAX);
}

/** The groups of a text, which may have any other lines: they are left out. */
export function readGroups(text: string): ReportFields[] {
  const groups: [string, string][][] = [[]];
  for (const line of toLines(text)) {
    const group = groups.at(-1) ?? [];
    if (line.trim() !== '') addLine(group, line);
    else if (group.length > 0) groups.push([]);
  }
  return groups.filter((group) => group.length > 0);
}

function addLine(group: [string, string][], line: string): void {
  const last = group.at(-1);
  const [, name, value = ''] = FIELD.exec(line) ?? [];
  if (name !== undefined) group.push([name.toLowerCase(), value.trim()]);
  else if (last && /^[ \t]/.test(line)) last[1] = `${last[1]} ${line.trim()}`;
}

/** All values of a field. */
export function allOf(fields: ReportFields, wanted: string): string[] {
  return fields.filter(([name]) => name === wanted).map(([, value]) => value);
}

/** The first value of a field; undefined: none, or an empty one. */
export function firstOf(fields: ReportFields, wanted: string): string | undefined {
  return fields.find(([name]) => name === wanted)?.[1] || undefined;
}

/** A text as octets have it. */
export function decodeText(content: Buffer): string {
  return content.toString('utf8');
}

/** One line of bounded length, without what Postgres does not store: NUL, and half a character. */
export function toOneLine(text: string, maxLength = MATCHED_MAX_LENGTH): string {
  const line = text.slice(0, maxLength).replace(/\s+/g, ' ').trim();
  return line.toWellFormed().replaceAll('\0', '\ufffd');
}

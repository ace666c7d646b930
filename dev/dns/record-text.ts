// Reads DNS records from the texts that Posthorn writes for people: the CSV of `records-csv`, and the lines of a zone
// file. What they say is checked by record-input.ts.
import { RecordSplitter } from '../../shared/resources/flows/contact-imports/parsing/records.ts';
import { UnreadableFileError } from '../../shared/resources/flows/contact-imports/parsing/unreadable-file.ts';

/** A record as it was written. */
export interface WrittenRecord {
  name: string;
  type: string;
  value: string;
  priority?: number;
}

const LINE = /^(?<name>\S+)\s+(?:\d+\s+)?(?:IN\s+)?(?<type>[A-Z]+)\s+(?<data>\S.*)$/;
const STRINGS = /^\s*"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*\s*$/s;

/** Reads the lines of a zone file. @returns undefined when a line cannot be read */
export function readZoneFile(text: string): WrittenRecord[] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const records = lines.filter((line) => line !== '' && !line.startsWith(';')).map(readLine);
  return records.includes(undefined) ? undefined : (records as WrittenRecord[]);
}

/** Reads CSV with a header of `name`, `type` and `value`; `priority` is optional. @returns undefined without these */
export function readRecordsCsv(text: string): WrittenRecord[] | undefined {
  const [header = [], ...rows] = splitRows(text);
  const column = (name: string) => header.indexOf(name);
  const columns = { name: column('name'), type: column('type'), value: column('value') };
  if (Object.values(columns).includes(-1)) return undefined;
  return rows.map((row) => {
    const type = row[columns.type] ?? '';
    const value = row[columns.value] ?? '';
    const priority = row[column('priority')];
    return {
      name: row[columns.name] ?? '',
      type,
      value: type === 'TXT' ? joinStrings(value) : value,
      ...(priority ? { priority: Number(priority) } : {}),
    };
  });
}

/** The rows that are not blank. @returns none when a quote is not closed */
function splitRows(text: string): string[][] {
  const splitter = new RecordSplitter(',');
  try {
    const records = [...splitter.push(text), ...splitter.end()];
    splitter.checkEnd();
    return records.map(({ cells }) => cells);
  } catch (error) {
    if (error instanceof UnreadableFileError) return [];
    throw error;
  }
}

function readLine(line: string): WrittenRecord | undefined {
  const { name = '', type = '', data = '' } = LINE.exec(line)?.groups ?? {};
  if (type === '') return undefined;
  if (type === 'TXT') return { name, type, value: joinStrings(data) };
  if (type !== 'MX') return { name, type, value: data };
  const [priority = '', value = ''] = data.split(/\s+/);
  return { name, type, value, priority: Number(priority) };
}

/** The text of quoted strings (RFC 1035 §5.1); other text is returned unchanged. */
function joinStrings(text: string): string {
  if (!STRINGS.test(text)) return text;
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)]
    .map(([, string = '']) => string.replace(/\\(.)/gs, '$1'))
    .join('');
}

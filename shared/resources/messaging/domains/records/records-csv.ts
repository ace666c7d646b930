// Writes DNS records as CSV (RFC 4180), for people who publish them with a spreadsheet or a script.
import { writeCsv } from '../../../../platform/csv/write-csv.ts';
import type { ShownRecord } from '../domain.ts';
import { RECORD_TTL_S, toCharacterStrings } from './zone-file.ts';

const HEADER = ['name', 'type', 'value', 'priority', 'ttl', 'record', 'host'];

/** A header and one line per record. The text of a TXT record is written as in a zone file: in strings of 255 octets. */
export function toRecordsCsv(records: readonly ShownRecord[]): string {
  const rows = records.map(({ name, type, value, priority, record, host }) => {
    const written = type === 'TXT' ? toCharacterStrings(value) : value;
    return [name, type, written, priority, RECORD_TTL_S, record, host];
  });
  return writeCsv([HEADER, ...rows]);
}

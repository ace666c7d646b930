// Writes DNS records as CSV (RFC 4180), for people who publish them with a spreadsheet or a script.
import { stringify } from 'csv-stringify/sync';
import type { ShownRecord } from '../domain.ts';
import { RECORD_TTL_S, toCharacterStrings } from './zone-file.ts';

const COLUMNS = ['name', 'type', 'value', 'priority', 'ttl', 'record', 'host'] as const;

/** A header and one line per record. The text of a TXT record is written as in a zone file: in strings of 255 octets. */
export function toRecordsCsv(records: readonly ShownRecord[]): string {
  const rows = records.map(({ name, type, value, priority, record, host }) => ({
    name,
    type,
    value: type === 'TXT' ? toCharacterStrings(value) : value,
    priority,
    ttl: RECORD_TTL_S,
    record,
    host,
  }));
  return stringify(rows, { header: true, columns: [...COLUMNS], record_delimiter: 'windows' });
}

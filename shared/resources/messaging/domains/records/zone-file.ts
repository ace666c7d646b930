// Writes DNS records as lines of a zone file (RFC 1035 §5), which name servers and most DNS providers import.
import type { DomainRecord } from './dns-records.ts';

/** The fields of a record that are written. */
export type WrittenRecord = Pick<DomainRecord, 'name' | 'type' | 'value' | 'priority'>;

/** Time for which resolvers may keep a record: an hour, so that a mistake is soon repaired. */
export const RECORD_TTL_S = 3_600;
/** One string of a TXT record has up to 255 octets (RFC 1035 §3.3); a DKIM key needs two. All values are ASCII. */
const STRING_MAX = 255;

/** One line per record. */
export function toZoneFile(records: readonly WrittenRecord[]): string[] {
  return records.map((record) => `${record.name}. ${RECORD_TTL_S} IN ${record.type} ${zoneDataOf(record)}`);
}

function zoneDataOf({ type, value, priority }: WrittenRecord): string {
  if (type === 'TXT') return toCharacterStrings(value);
  if (type === 'CAA') return value;
  return type === 'MX' ? `${priority} ${value}.` : `${value}.`;
}

/** A text as the quoted strings of a TXT record. */
export function toCharacterStrings(text: string): string {
  const strings = text.match(new RegExp(`.{1,${STRING_MAX}}`, 'g')) ?? [''];
  return strings.map((string) => `"${string.replace(/["\\]/g, '\\$&')}"`).join(' ');
}

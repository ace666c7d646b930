// Writes DNS records as lines of a zone file (RFC 1035 §5), which name servers and most DNS providers import.
import type { DomainRecord } from './dns-records.ts';

/** Time for which resolvers may keep a record: an hour, so that a mistake is soon repaired. */
const TTL_S = 3_600;
/** One string of a TXT record holds up to 255 octets (RFC 1035 §3.3); a DKIM key needs two. All values are ASCII. */
const STRING_MAX = 255;

/** One line per record. */
export function toZoneFile(records: readonly DomainRecord[]): string[] {
  return records.map(({ name, type, value, priority }) => {
    const data = type === 'MX' ? `${priority} ${value}.` : toStrings(value);
    return `${name}. ${TTL_S} IN ${type} ${data}`;
  });
}

function toStrings(text: string): string {
  const strings = text.match(new RegExp(`.{1,${STRING_MAX}}`, 'g')) ?? [''];
  return strings.map((string) => `"${string.replace(/["\\]/g, '\\$&')}"`).join(' ');
}

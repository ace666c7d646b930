// Publishes the lines of a zone file, as `domain-records` prints them, in the DNS server of the tests: what an operator
// does at a DNS provider.
import type { DnsServer } from '../../support/net/dns-server.ts';

const LINE = /^(?<name>\S+)\. \d+ IN (?:MX (?<priority>\d+) (?<host>\S+)\.|TXT (?<strings>".*"))$/;

/** @throws when a line is not understood */
export function publishZone(dns: DnsServer, lines: readonly string[]): void {
  for (const line of lines) {
    const { name, priority, host, strings } = LINE.exec(line)?.groups ?? {};
    if (name && host) dns.publish(name, { type: 'MX', value: host, priority: Number(priority) });
    else if (name && strings) dns.publish(name, { type: 'TXT', value: textOf(strings) });
    else throw new Error(`This is no line of a zone file: ${line}`);
  }
}

function textOf(strings: string): string {
  return [...strings.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.replace(/\\(.)/g, '$1'))
    .join('');
}

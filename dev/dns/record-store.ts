// The records that a developer has published: the zones of the development DNS are made from them, one per registrable
// domain. They are kept in a file, so that the next `npm start` has them.
import { readFile } from 'node:fs/promises';
import { getDomain } from 'tldts';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { writePrivateJson } from '../data/private-file.ts';
import { StartError } from '../start-error.ts';
import type { DnsRecord } from './dns-record.ts';
import { checkRecords } from './record-input.ts';
import { createDnsZones, type DnsZones } from './zones.ts';

/** The published records. */
export interface RecordStore {
  /** All records, by name. */
  list(): readonly DnsRecord[];
  /** Publishes records in place of those with the same name and type. @throws DomainError when there are too many */
  publish(records: readonly DnsRecord[]): Promise<void>;
  /** Withdraws the records of a name, or all. @returns how many there were */
  withdraw(name?: string): Promise<number>;
  /** Answers a question. */
  find: DnsZones['find'];
}

const RECORDS_MAX = 10_000;
/** The names of the local service: its zone is always there. */
const LOCAL_ZONE = 'posthorn.local';
/** The name server of the zones; no resolver asks for its address. */
const NAME_SERVER = `ns.${LOCAL_ZONE}`;
/** The name that the records of domains name, so that they look as in production; its address is this machine. */
export const LOCAL_MAIL_HOSTNAME = `mail.${LOCAL_ZONE}`;

/**
 * Opens the store.
 * @param file absent: the records are in memory only
 * @throws StartError when the file cannot be read
 */
export async function openRecordStore(file?: string): Promise<RecordStore> {
  let records = file === undefined ? [] : await readRecords(file);
  let zones = zonesOf(records);
  let written = Promise.resolve();
  const replace = (wanted: readonly DnsRecord[]): Promise<void> => {
    records = [...wanted].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
    zones = zonesOf(records);
    if (file === undefined) return written;
    const write = () => writePrivateJson(file, { records });
    written = written.then(write, write);
    return written;
  };
  return {
    list: () => records,
    find: (name, type) => zones.find(name, type),
    async publish(given) {
      const isReplaced = (record: DnsRecord) =>
        given.some(({ name, type }) => name === record.name && type === record.type);
      const wanted = [...records.filter((record) => !isReplaced(record)), ...given];
      if (wanted.length > RECORDS_MAX) {
        throw new DomainError('validation_error', `There may be ${RECORDS_MAX} records; withdraw some.`);
      }
      await replace(wanted);
    },
    async withdraw(name) {
      const kept = records.filter((record) => name !== undefined && record.name !== name);
      const count = records.length - kept.length;
      if (count > 0) await replace(kept);
      return count;
    },
  };
}

function zonesOf(records: readonly DnsRecord[]): DnsZones {
  const zones = createDnsZones();
  const registrable = records.map(({ name }) => getDomain(name, { validateHostname: false }) ?? name);
  const names = new Set([LOCAL_ZONE, ...registrable]);
  for (const name of names) {
    zones.addZone(name);
    const soa = `${NAME_SERVER} hostmaster.${name} 1 3600 600 86400 60`;
    zones.add({ name, type: 'SOA', value: soa });
    const hasServers = records.some((record) => record.name === name && record.type === 'NS');
    if (!hasServers) zones.add({ name, type: 'NS', value: NAME_SERVER });
  }
  zones.add({ name: LOCAL_MAIL_HOSTNAME, type: 'A', value: '127.0.0.1' });
  for (const record of records) zones.add(record);
  return zones;
}

async function readRecords(file: string): Promise<DnsRecord[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  try {
    const { records } = JSON.parse(text) as { records: unknown[] };
    return records.length === 0 ? [] : checkRecords(records);
  } catch (cause) {
    throw new StartError(`The DNS records in ${file} cannot be read: correct or remove the file.`, { cause });
  }
}

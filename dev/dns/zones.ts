// The zones of an authoritative DNS server, in memory: which records answer a question, by the rules of RFC 1034 §4.3.2
// (alias, delegation, a name without such a record, a name that does not exist).
import type { DnsRecord, RecordType } from './dns-record.ts';

/** The answer to a question. */
export interface ZoneAnswer {
  code: 'NOERROR' | 'NXDOMAIN' | 'REFUSED';
  answers: DnsRecord[];
  /** The SOA of the zone when there is no record, or the servers to which the name is delegated. */
  authorities: DnsRecord[];
  isAuthoritative: boolean;
}

/** Zones and their records. */
export interface DnsZones {
  /**
   * Adds a zone. The empty name has every name and delegates none, so that a server can answer as a resolver does. A
   * zone that exists is not changed.
   */
  addZone(name: string): void;
  add(record: DnsRecord): void;
  /** Removes the records of a name, or those of one type. */
  remove(name: string, type?: RecordType): void;
  /** Removes a zone without its records. */
  removeZone(name: string): void;
  /** The answer to a question; a name in lower case. */
  find(name: string, type: string): ZoneAnswer;
}

/** Aliases that are followed within the zones of the server. */
const ALIASES_MAX = 8;

/** Creates an empty server's zones. */
export function createDnsZones(): DnsZones {
  const zones = new Set<string>();
  const byName = new Map<string, DnsRecord[]>();
  const recordsOf = (name: string, type: string) =>
    (byName.get(name) ?? []).filter((record) => record.type === type);
  const zoneOf = (name: string) => [...namesFrom(name), ''].find((above) => zones.has(above));
  /** A name exists if it, or a name below it, has a record. */
  const exists = (name: string) =>
    byName.has(name) || [...byName.keys()].some((other) => other.endsWith(`.${name}`));
  const findDelegation = (name: string, zone: string) => {
    const below = zone === '' ? [] : namesFrom(name).filter((above) => above.endsWith(`.${zone}`));
    return below.map((above) => recordsOf(above, 'NS')).find((servers) => servers.length > 0);
  };
  const findInZone = (name: string, type: string, zone: string): ZoneAnswer => {
    const delegation = findDelegation(name, zone);
    if (delegation) return { code: 'NOERROR', answers: [], authorities: delegation, isAuthoritative: false };
    const answers = recordsOf(name, type);
    const soa = recordsOf(zone, 'SOA');
    if (answers.length > 0) return { code: 'NOERROR', answers, authorities: [], isAuthoritative: true };
    const code = exists(name) || name === zone ? 'NOERROR' : 'NXDOMAIN';
    return { code, answers, authorities: soa, isAuthoritative: true };
  };
  const follow = (name: string, type: string, hops: number): ZoneAnswer => {
    const zone = zoneOf(name);
    if (zone === undefined) {
      return { code: 'REFUSED', answers: [], authorities: [], isAuthoritative: false };
    }
    const found = findInZone(name, type, zone);
    const [alias] = type === 'CNAME' || found.answers.length > 0 ? [] : recordsOf(name, 'CNAME');
    if (!alias || !found.isAuthoritative) return found;
    const end: ZoneAnswer = { code: 'NOERROR', answers: [alias], authorities: [], isAuthoritative: true };
    if (hops === ALIASES_MAX || zoneOf(alias.value) === undefined) return end;
    const target = follow(alias.value, type, hops + 1);
    return { ...target, answers: [alias, ...target.answers], isAuthoritative: true };
  };
  return {
    addZone: (name) => void zones.add(name),
    removeZone: (name) => void zones.delete(name),
    add: (record) => void byName.set(record.name, [...(byName.get(record.name) ?? []), record]),
    remove(name, type) {
      const kept =
        type === undefined ? [] : (byName.get(name) ?? []).filter((record) => record.type !== type);
      if (kept.length > 0) byName.set(name, kept);
      else byName.delete(name);
    },
    find: (name, type) => follow(name, type, 0),
  };
}

/** A name and the names above it. */
function namesFrom(name: string): string[] {
  const labels = name === '' ? [] : name.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

// Checks the host of a domain's tracked links: its record is good when the CNAME leads here and the host answers over
// https as this service. The host is added before it is asked, because the proxy gets a certificate for hosts that were
// added only. New mail uses it after a good answer, while its record is verified, so a single miss changes nothing
// (records/record-state.ts). A record may be verified without an answer: an older release checked only the CNAME. Only
// a domain that may send adds a host: its key is in DNS, so its owner wants the host to be served permanently.
import type { Database } from '../../../../platform/db/connect.ts';
import type { HostProbe } from '../../tracking-hosts/probe.ts';
import { HOSTS_OF_DOMAIN_MAX, insertTrackingHost } from '../../tracking-hosts/write.ts';
import type { Domain } from '../domain.ts';
import type { DomainRecord } from '../records/dns-records.ts';
import { type RecordWithState, statusOf } from '../records/domain-status.ts';
import type { RecordAnswer } from '../records/record-answer.ts';
import { isOwning } from '../settle.ts';

/** Dependencies of checking a host. */
export interface HostCheckDeps {
  database: Database;
  hostProbe: HostProbe;
}

/** The record of the host of a domain. */
export function isTrackingRecord({ record }: Pick<DomainRecord, 'record'>): boolean {
  return record === 'Tracking';
}

/**
 * Completes the answer of DNS about the record of a host.
 * @param judged the records of the domain, with what DNS says of them
 */
export async function checkTrackingHost(
  { database, hostProbe }: HostCheckDeps,
  domain: Domain,
  records: readonly RecordWithState[],
  { record, answer }: { record: DomainRecord; answer: RecordAnswer },
  now: Date,
): Promise<RecordAnswer> {
  if (answer.outcome !== 'good') return answer;
  if (!domain.sendingEnabled || !isOwning({ status: statusOf(domain, records) })) {
    const detail = `The CNAME record is correct. Posthorn checks ${record.name} once the domain can send.`;
    return { ...answer, outcome: 'bad', detail, problem: 'host_not_served' };
  }
  const isServed = await insertTrackingHost(database, { host: record.name, domain: domain.name }, now);
  if (!isServed) {
    const detail = `The CNAME record is correct, but ${domain.name} already has ${HOSTS_OF_DOMAIN_MAX} link hosts, the maximum, because old links must keep working. Use one of those hosts.`;
    return { ...answer, outcome: 'bad', detail, problem: 'host_not_served' };
  }
  return { ...answer, problem: 'host_not_served', ...(await hostProbe.ask(record.name, domain.accountId)) };
}

/** A host that a domain has at present: the check may have begun before it was changed. */
const USE = `
  UPDATE domains SET tracking_host = $2
  WHERE id = $1 AND tracking_subdomain || '.' || name = $2 AND tracking_host IS DISTINCT FROM $2`;
const LEAVE = 'UPDATE domains SET tracking_host = NULL WHERE id = $1 AND tracking_host = $2';

/** Notes whether the new mail of a domain uses its host. A change of the subdomain has removed the previous one. */
export async function keepTrackingHost(
  { database }: Pick<HostCheckDeps, 'database'>,
  { id }: Domain,
  { record: { name }, state }: RecordWithState,
  { outcome }: RecordAnswer,
): Promise<void> {
  const values = [id, name];
  if (state.status !== 'verified') await database.query({ name: 'leave-tracking-host', text: LEAVE, values });
  else if (outcome === 'good') await database.query({ name: 'use-tracking-host', text: USE, values });
}

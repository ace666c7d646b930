// Checks the host of a domain's tracked links: its record is good when the CNAME leads here and the host answers over https
// as this service. The host is added before it is asked, because the proxy gets a certificate for hosts that were added
// only. New mail uses it while its record is verified, so a single miss changes nothing (records/record-state.ts). Only a
// domain that may send adds a host: its key is in DNS, so its owner wants the host to be served, for ever.
import type { Database } from '../../../../platform/db/connect.ts';
import type { HostProbe } from '../../tracking-hosts/probe.ts';
import { insertTrackingHost, updateHostReadiness } from '../../tracking-hosts/write.ts';
import type { Domain } from '../domain.ts';
import type { DomainRecord } from '../records/dns-records.ts';
import { type JudgedRecord, statusOf } from '../records/domain-status.ts';
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
export async function judgeTrackingHost(
  { database, hostProbe }: HostCheckDeps,
  domain: Domain,
  judged: readonly JudgedRecord[],
  { record, answer }: { record: DomainRecord; answer: RecordAnswer },
  now: Date,
): Promise<RecordAnswer> {
  if (answer.outcome !== 'good') return answer;
  if (!domain.sendingEnabled || !isOwning({ status: statusOf(domain, judged) })) {
    const detail = `The CNAME record is there. ${record.name} is asked once the domain may send.`;
    return { ...answer, outcome: 'bad', detail };
  }
  await insertTrackingHost(database, record.name, now);
  return { ...answer, ...(await hostProbe.ask(record.name, domain.accountId)) };
}

/**
 * Notes whether new mail uses the host. That it is not ready is noted by the domain that may send only: others may have
 * the same name.
 */
export async function keepHostReadiness(
  { database }: Pick<HostCheckDeps, 'database'>,
  domain: Domain,
  { record, state }: JudgedRecord,
): Promise<void> {
  const isReady = state.status === 'verified';
  if (isReady || isOwning(domain)) await updateHostReadiness(database, record.name, isReady);
}

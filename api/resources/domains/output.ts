// JSON forms of domains (docs/reference/domains.md#the-domain-record).
import type { WarmUp } from '../../../shared/resources/foundation/reputation/warm-up.ts';
import type { Domain, ShownDomain } from '../../../shared/resources/messaging/domains/domain.ts';
import { toRecordData } from '../../../shared/resources/messaging/domains/event-data.ts';
import { toRecordsCsv } from '../../../shared/resources/messaging/domains/records/records-csv.ts';
import { toZoneFile } from '../../../shared/resources/messaging/domains/records/zone-file.ts';
import { toWarmUp } from './reputation.ts';

/** An item of GET /domains. @param warmUp undefined: it does not warm up */
export function toDomainItem(domain: Domain, warmUp: WarmUp | undefined) {
  return {
    id: domain.id,
    name: domain.name,
    status: domain.status,
    status_reason: domain.statusReason,
    region: domain.region,
    default: domain.isDefault,
    created_at: domain.createdAt.toISOString(),
    updated_at: domain.updatedAt.toISOString(),
    audience_id: domain.audienceId,
    capabilities: {
      sending: toCapability(domain.sendingEnabled),
      receiving: toCapability(domain.receivingEnabled),
    },
    open_tracking: domain.openTracking,
    click_tracking: domain.clickTracking,
    tls: domain.tls,
    custom_return_path: domain.customReturnPath,
    tracking_subdomain: domain.trackingSubdomain,
    default_from: domain.defaultFrom,
    reputation: domain.reputation,
    warm_up: toWarmUp(warmUp),
  };
}

function toCapability(isEnabled: boolean): 'enabled' | 'disabled' {
  return isEnabled ? 'enabled' : 'disabled';
}

/** The answer of POST /domains, GET and PATCH /domains/:id. */
export function toDomain(domain: ShownDomain, warmUp: WarmUp | undefined) {
  const dmarc = domain.records.find(({ record }) => record === 'DMARC');
  return {
    object: 'domain',
    ...toDomainItem(domain, warmUp),
    vouched: domain.isVouched,
    checked_at: domain.checkedAt?.toISOString() ?? null,
    // A domain that sends no mail needs no record.
    dmarc: { status: dmarc?.status ?? 'not_started', policy: domain.dmarcPolicy },
    records: domain.records.map(toRecordData),
  };
}

/** The file of GET /domains/:id/records-csv. */
export function toCsvFile({ name, records }: ShownDomain): { filename: string; csv: string } {
  return { filename: `${name}-records.csv`, csv: toRecordsCsv(records) };
}

/** The answer of GET /domains/:id/zone-file. */
export function toZoneFileAnswer({ id, name, records }: ShownDomain) {
  const lines = toZoneFile(records).map((line) => `${line}\n`);
  return { object: 'domain_zone_file', id, filename: `${name}.zone`, zone_file: lines.join('') };
}

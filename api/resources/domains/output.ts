// JSON forms of domains (docs/reference/domains.md#the-domain-record).
import { DEFAULT_PROVIDER } from '../../../shared/resources/foundation/providers/provider.ts';
import type { WarmUp } from '../../../shared/resources/foundation/reputation/warm-up.ts';
import type { ShownDomain, ShownRecord } from '../../../shared/resources/messaging/domains/domain.ts';
import { toRecordData } from '../../../shared/resources/messaging/domains/event-data.ts';
import type { DescribedDomain } from '../../../shared/resources/messaging/domains/records/outlook.ts';
import { toRecordsCsv } from '../../../shared/resources/messaging/domains/records/records-csv.ts';
import { toZoneFile } from '../../../shared/resources/messaging/domains/records/zone-file.ts';
import { toWarmUp } from './reputation.ts';

/** An item of GET /domains. @param warmUp undefined: it does not warm up */
export function toDomainItem(domain: DescribedDomain, warmUp: WarmUp | undefined) {
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
    provider: providerOf(domain),
    reputation: domain.reputation,
    warm_up: toWarmUp(warmUp),
    checked_at: domain.checkedAt?.toISOString() ?? null,
    next_check_at: domain.nextCheckAt?.toISOString() ?? null,
    missing_records: domain.isVouched ? [] : domain.records.filter(isMissing).map(toMissingRecord),
    vouched: domain.isVouched,
    contested: domain.contested && {
      until: domain.contested.until?.toISOString() ?? null,
      reason: domain.contested.reason,
    },
  };
}

/** The provider that carries the transactional mail of the domain. */
function providerOf({ providers: [first] }: DescribedDomain): string {
  return first?.name ?? DEFAULT_PROVIDER;
}

/** The record of a key that was replaced need not be published. */
function isMissing({ status, key }: ShownRecord): boolean {
  return status !== 'verified' && key?.state !== 'retiring';
}

function toMissingRecord({ record, type, name, isRequired, status, problem }: ShownRecord) {
  return { record, type, name, required: isRequired, status, problem };
}

function toCapability(isEnabled: boolean): 'enabled' | 'disabled' {
  return isEnabled ? 'enabled' : 'disabled';
}

/** The answer of POST /domains, GET and PATCH /domains/:id. @param publicHost host of PUBLIC_URL */
export function toDomain(domain: DescribedDomain, publicHost: string, warmUp: WarmUp | undefined) {
  const dmarc = domain.records.find(({ record }) => record === 'DMARC');
  return {
    object: 'domain',
    ...toDomainItem(domain, warmUp),
    claim: domain.claim,
    tracking_host: domain.trackingHost ?? publicHost,
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

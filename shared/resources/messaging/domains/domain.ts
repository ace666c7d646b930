// The types of a domain: a name from which an account sends, and at which it receives.
import type {
  DOMAIN_STATUS_REASONS,
  DOMAIN_STATUSES,
  RECORD_PROBLEMS,
  RECORD_PURPOSES,
  RECORD_STATUSES,
  RECORD_TYPES,
} from '../../../contract/domains/values.ts';
import { PROVIDERS_OF_DOMAIN, type ProviderOfDomain } from '../../foundation/providers/spf.ts';
import type { ReputationStatus } from '../../foundation/reputation/reputation.ts';
import type { DkimKeyState } from './keys/dkim-key.ts';

/** Progress of the verification of a domain's DNS records (docs/reference/domain-verification.md). */
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The reason why a domain is not verified although its records are good, or why it was lost. */
export type DomainStatusReason = (typeof DOMAIN_STATUS_REASONS)[number];

/** Progress of the verification of one record. */
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** The problem of one record. */
export type RecordProblem = (typeof RECORD_PROBLEMS)[number];

/** A domain. */
export interface Domain {
  id: string;
  accountId: string;
  /** Lower-case ASCII. */
  name: string;
  status: DomainStatus;
  statusReason: DomainStatusReason | null;
  region: string;
  isDefault: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** The audience of the domain, its pool of contacts. */
  audienceId: string;
  /** The From of its automations that name none: a mailbox of this domain. */
  defaultFrom: string | null;
  sendingEnabled: boolean;
  receivingEnabled: boolean;
  openTracking: boolean;
  clickTracking: boolean;
  tls: 'opportunistic' | 'enforced';
  /** Label of the return path, which receives bounces, below the domain. */
  customReturnPath: string;
  /** Label of tracked links below the domain. */
  trackingSubdomain: string | null;
  /** The host of the tracked links of new mail; null: the host of PUBLIC_URL. */
  trackingHost: string | null;
  /** An operator vouches for the domain: no check changes its status. */
  isVouched: boolean;
  /** When the account proved by a claim that the name is its own. */
  claimedAt: Date | null;
  reputation: ReputationStatus;
  /** Recipients a day while it warms up; null: it does not. */
  warmUpCapacity: number | null;
  /** The UTC day for which its capacities are, such as `2026-11-20`. */
  capacityOn: string | null;
  /** The providers that its mail may use: first the one of its transactional mail. */
  providers: readonly ProviderOfDomain[];
}

/** The columns of a Domain. */
export const DOMAIN_COLUMNS = `domains.id, domains.account_id AS "accountId", domains.name, domains.status,
  status_reason AS "statusReason", region, is_default AS "isDefault", domains.created_at AS "createdAt",
  updated_at AS "updatedAt", audience_id AS "audienceId", default_from AS "defaultFrom", sending_enabled AS "sendingEnabled",
  receiving_enabled AS "receivingEnabled", open_tracking AS "openTracking", click_tracking AS "clickTracking", tls,
  custom_return_path AS "customReturnPath", tracking_subdomain AS "trackingSubdomain", domains.tracking_host AS "trackingHost", is_vouched AS "isVouched",
  claimed_at AS "claimedAt", domains.reputation, domains.warm_up_capacity AS "warmUpCapacity",
  domains.capacity_on::text AS "capacityOn", ${PROVIDERS_OF_DOMAIN} AS providers`;

/** A record to publish, and what DNS has of it. */
export interface ShownRecord {
  /** The purpose of the record. */
  record: (typeof RECORD_PURPOSES)[number];
  /** Full name, without the final dot. */
  name: string;
  /** The name below the registrable domain, as most DNS providers ask for it; `@` is the registrable domain itself. */
  host: string;
  type: (typeof RECORD_TYPES)[number];
  /** The expected value: the text of a TXT record in one piece, a host, or what a CAA record says. */
  value: string;
  /** The priority of an MX record. */
  priority: number | null;
  /** False: mail is sent without it, but large providers expect it. */
  isRequired: boolean;
  status: RecordStatus;
  /** The values that DNS had at the last answered check. */
  found: string[];
  /** The fault, as a sentence for people. */
  detail: string | null;
  /** The kind of fault. */
  problem: RecordProblem | null;
  lastSeenAt: Date | null;
  /** The key of a DKIM record. */
  key: ShownKey | null;
}

/** The key of a DKIM record. */
export interface ShownKey {
  state: DkimKeyState;
  createdAt: Date;
  /** When the record of a replaced key is no longer wanted. */
  retiresAt: Date | null;
}

/** A domain with its records. */
export interface ShownDomain extends Domain {
  records: ShownRecord[];
  /** When DNS last answered a check. */
  checkedAt: Date | null;
  /** The policy that DNS has for the domain: `none`, `quarantine` or `reject`. */
  dmarcPolicy: string | null;
}

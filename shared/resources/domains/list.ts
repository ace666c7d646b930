// Lists the domains of an account.
import type { DOMAIN_STATUSES } from '../../contract/domains/values.ts';
import type { Database } from '../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../platform/db/page.ts';

/** Progress of the verification of a domain's DNS records (docs/reference/domains.md). */
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** What a list shows of a domain. */
export interface DomainRow {
  id: string;
  name: string;
  status: DomainStatus;
  region: string;
  is_default: boolean;
  created_at: Date;
  /** The audience of the domain. */
  audience_id: string;
  sending_enabled: boolean;
  receiving_enabled: boolean;
  open_tracking: boolean;
  click_tracking: boolean;
  tls: 'opportunistic' | 'enforced';
  /** Subdomain label of the return path, which receives bounces. */
  custom_return_path: string;
  tracking_subdomain: string | null;
}

/** Lists the domains of an account, newest first. */
export function listDomains(
  database: Database,
  accountId: string,
  page: PageRequest,
): Promise<Page<DomainRow>> {
  return findPage(
    database,
    {
      select: `SELECT id, name, status, region, is_default, created_at, audience_id, sending_enabled,
                 receiving_enabled, open_tracking, click_tracking, tls, custom_return_path, tracking_subdomain
               FROM domains`,
      where: 'account_id = $1',
      values: [accountId],
    },
    page,
  );
}

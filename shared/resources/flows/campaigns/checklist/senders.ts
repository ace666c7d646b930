// The domains from which a campaign is sent, as far as its checklist looks at them.
import { parseMailbox } from '../../../../mail/addresses.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import {
  countsAsGood,
  readStates,
  type StoredState,
} from '../../../messaging/domains/records/record-state.ts';
import type { DomainTracking } from '../../../messaging/emails/tracking/measures.ts';

/** A domain that mail is sent from. */
export interface SendingDomain extends DomainTracking {
  name: string;
  /** The host of its links; null: it has none that is ready. */
  trackingHost: string | null;
  /** DNS was asked, and has no DMARC policy for it. */
  lacksDmarc: boolean;
}

/** From addresses → domains. */
export interface SendingDomains {
  of(from: string): SendingDomain | undefined;
  all: readonly SendingDomain[];
}

interface DomainRow extends Omit<SendingDomain, 'lacksDmarc'> {
  checkedAt: Date | null;
  records: StoredState[] | null;
}

/** Finds the domains of some From addresses; those of others are missing. */
export async function findSendingDomains(
  database: Queryable,
  accountId: string,
  froms: readonly string[],
): Promise<SendingDomains> {
  const nameOf = (from: string) => parseMailbox(from)?.domain ?? '';
  const { rows } = await database.query<DomainRow>({
    name: 'find-domains-of-checklist',
    text: `SELECT name, open_tracking AS "openTracking", click_tracking AS "clickTracking",
                  tracking_host AS "trackingHost", checked_at AS "checkedAt", records
           FROM domains LEFT JOIN domain_checks ON domain_checks.id = domains.id
           WHERE domains.account_id = $1 AND name = ANY($2::text[]) ORDER BY name`,
    values: [accountId, froms.map(nameOf)],
  });
  const all = rows.map(toSendingDomain);
  const byName = new Map(all.map((domain) => [domain.name, domain]));
  return { all, of: (from) => byName.get(nameOf(from)) };
}

function toSendingDomain({ checkedAt, records, ...domain }: DomainRow): SendingDomain {
  const dmarc = readStates(records ?? []).find(({ key }) => key.startsWith('DMARC '));
  const lacksDmarc = checkedAt !== null && dmarc !== undefined && !countsAsGood(dmarc);
  return { ...domain, lacksDmarc };
}

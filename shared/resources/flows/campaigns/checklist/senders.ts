// The senders of a campaign: whether its account and the domains of its From addresses may send it, and what they measure.
import { parseStoredMailbox } from '../../../../mail/addresses.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import {
  countsAsGood,
  readStates,
  type StoredState,
} from '../../../messaging/domains/records/record-state.ts';
import { DOMAIN_MAY_SEND } from '../../../messaging/domains/senders/sending.ts';
import type { Tracking } from '../../../messaging/emails/email.ts';
import { type DomainTracking, decideTracking } from '../../../messaging/emails/tracking/measures.ts';
import type { Campaign } from '../campaign.ts';

/** A domain that mail is sent from. */
export interface SendingDomain extends DomainTracking {
  name: string;
  maySend: boolean;
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

/** The senders of a campaign. */
export interface Senders extends SendingDomains {
  /** Why it may not be sent from an address, as a sentence; undefined: it may. */
  faultOf(from: string): string | undefined;
}

interface DomainRow extends Omit<SendingDomain, 'lacksDmarc'> {
  checkedAt: Date | null;
  records: StoredState[] | null;
}

const domainOf = (from: string) => parseStoredMailbox(from)?.domain ?? '';

/** Finds the domains of some From addresses; those of others are missing. */
export async function findSendingDomains(
  database: Queryable,
  accountId: string,
  froms: readonly string[],
): Promise<SendingDomains> {
  const { rows } = await database.query<DomainRow>({
    name: 'find-sending-domains',
    text: `SELECT name, ${DOMAIN_MAY_SEND} AS "maySend", open_tracking AS "openTracking", click_tracking AS "clickTracking",
                  tracking_host AS "trackingHost", checked_at AS "checkedAt", records
           FROM domains LEFT JOIN domain_checks ON domain_checks.id = domains.id
           WHERE domains.account_id = $1 AND name = ANY($2::text[]) ORDER BY name`,
    values: [accountId, froms.map(domainOf)],
  });
  const all = rows.map(toSendingDomain);
  const byName = new Map(all.map((domain) => [domain.name, domain]));
  return { all, of: (from) => byName.get(domainOf(from)) };
}

function toSendingDomain({ checkedAt, records, ...domain }: DomainRow): SendingDomain {
  const dmarc = readStates(records ?? []).find(({ key }) => key.startsWith('DMARC '));
  const lacksDmarc = checkedAt !== null && dmarc !== undefined && !countsAsGood(dmarc);
  return { ...domain, lacksDmarc };
}

/**
 * Finds the senders of a campaign. Mail from the development domain is sent in the name of a domain of the account
 * (docs/reference/simulator.md#copied-examples).
 * @param developmentDomain undefined: there is none, as in production
 */
export async function findSenders(
  database: Queryable,
  accountId: string,
  froms: readonly string[],
  developmentDomain: string | undefined,
): Promise<Senders> {
  const domains = await findSendingDomains(database, accountId, froms);
  const { rows } = await database.query<{ isSandboxed: boolean; hasSender: boolean }>({
    name: 'find-account-of-campaign',
    text: `SELECT NOT production_access AS "isSandboxed",
             EXISTS (SELECT FROM domains WHERE domains.account_id = accounts.id AND ${DOMAIN_MAY_SEND}) AS "hasSender"
           FROM accounts WHERE accounts.id = $1`,
    values: [accountId],
  });
  const faultOf = (from: string) => {
    if (rows[0]?.isSandboxed) return 'Campaigns need production access, which this account does not have.';
    const domain = domainOf(from);
    const maySend = domain === developmentDomain ? rows[0]?.hasSender : domains.of(from)?.maySend;
    return maySend
      ? undefined
      : `The ${domain} domain is not verified. Add and verify it before you send from it.`;
  };
  return { ...domains, faultOf };
}

/**
 * The measurements of a campaign's mail: its own choice, else that of its sender's domain now.
 * @param domain undefined: the account no longer has it
 */
export function measuredOf(
  { tracking }: Pick<Campaign, 'tracking'>,
  domain: DomainTracking = { openTracking: false, clickTracking: false },
): Tracking {
  return decideTracking({ source: 'campaign', ...(tracking && { tracking }) }, domain);
}

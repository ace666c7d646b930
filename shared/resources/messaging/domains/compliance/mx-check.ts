// Asks DNS which servers receive the mail of a domain, and whether one of them is this service: its name servers are
// queried now, so that an owner who has changed a record sees it at once.
import type { Config } from '../../../../platform/config/config.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Dns, MailExchange } from '../../../../platform/net/dns/answer.ts';
import { requireDomain } from '../find.ts';
import { bounded } from './bounded.ts';

/** The servers that receive the mail of a domain. */
export interface MxCheck {
  /** Name of the domain. */
  domain: string;
  /** The preferred one first; none if DNS did not answer. */
  records: readonly MailExchange[];
  /** Whether mail is delivered to us while we can be reached. Null: DNS did not answer. */
  receivingReady: boolean | null;
  /** Records that are not ours: `10 aspmx.l.google.com`. */
  conflicts: string[];
}

/** Dependencies of asking for the MX records. */
export interface MxDeps {
  database: Queryable;
  dns: Dns;
  config: Pick<Config, 'mailHostname'>;
}

/** Records that are shown: the answer of a name server has up to 64 KB. */
const RECORDS_MAX = 100;

/** @throws DomainError `not_found` */
export async function checkMx(
  { database, dns, config: { mailHostname } }: MxDeps,
  { accountId, id }: { accountId: string; id: string },
): Promise<MxCheck> {
  const { name: domain } = await requireDomain(database, accountId, id);
  const answers = await bounded(dns.about(domain).mx(domain), []);
  const lists = answers.flatMap(({ answer }) => {
    if (answer.kind === 'unanswered') return [];
    return [answer.kind === 'found' ? inOrder(answer.values) : []];
  });
  const [first] = lists;
  if (first === undefined) return { domain, records: [], receivingReady: null, conflicts: [] };
  // A name server that has other records sends mail elsewhere.
  const elsewhere = lists.find((records) => !arePreferred(records, mailHostname));
  const records = (elsewhere ?? first).slice(0, RECORDS_MAX);
  const others = records.filter(({ exchange }) => exchange !== mailHostname);
  return {
    domain,
    records,
    receivingReady: elsewhere === undefined,
    conflicts: others.map(({ exchange, priority }) => `${priority} ${exchange || '.'}`),
  };
}

function inOrder(exchanges: readonly MailExchange[]): MailExchange[] {
  return exchanges.toSorted((a, b) => a.priority - b.priority);
}

/** Servers of the same priority share the mail, so all preferred ones must be ours (RFC 5321 §5.1). */
function arePreferred(records: readonly MailExchange[], host: string): boolean {
  const preferred = records.filter(({ priority }) => priority === records[0]?.priority);
  return preferred.length > 0 && preferred.every(({ exchange }) => exchange === host);
}

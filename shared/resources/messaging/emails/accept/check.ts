// Reads all data that a group of emails is checked against, in one statement: domains, suppressions, stopped sending,
// quota, reputations, and what parts of the mail ask.

import type { DomainError } from '../../../../contract/domain-error.ts';
import { type CombinableQuery, queryCombined } from '../../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import { suppressed } from '../../../audience/suppressions/find.ts';
import { type AccountLimits, accountLimits } from '../../../foundation/accounts/quota/quota.ts';
import { meteredReputation } from '../../../foundation/reputation/metered-reputation.ts';
import { sendingStop } from '../../../foundation/sending/stop.ts';
import { DOMAIN_MAY_SEND } from '../../domains/senders/sending.ts';
import type { NewEmail } from '../email.ts';
import { applyingSuppression } from '../notices/notice.ts';
import { MAIL_PARTS } from '../parts/list.ts';
import type { SimulatedDomains } from './drop-cause.ts';
import type { AcceptData, SenderDomain } from './plan.ts';

const ASKING = MAIL_PARTS.filter(({ asks }) => asks);

/** The data that a group is checked against. */
export interface GroupData {
  /** The facts of each email, in the order of the emails. */
  facts: AcceptData[];
  /** The refusal while all sending is stopped; undefined if it is not. */
  stop: DomainError | undefined;
  /** Quota, usage and reputation of the accounts, by id. */
  accountLimits: ReadonlyMap<string, AccountLimits>;
}

/** Reads the data for a group. */
export async function readAcceptData(
  database: Queryable,
  emails: readonly NewEmail[],
  { simulatorDomains, developmentDomain }: SimulatedDomains,
): Promise<GroupData> {
  const accountIds = emails.map(({ accountId }) => accountId);
  const at = emails[0]?.createdAt ?? new Date(0);
  const asked = ASKING.flatMap(({ name, isIn, asks }) => {
    const having = emails.filter(isIn);
    return having.length > 0 && asks ? [{ name, isIn, queries: asks.queries(having) }] : [];
  });
  const [domains, findSuppression, stop, found, ...answers] = await queryCombined(
    database,
    ['accept-read-facts', ...asked.map(({ name }) => name)].join('-'),
    [
      senderDomains(emails, at),
      suppressed(emails.flatMap(recipientsOf)),
      sendingStop(),
      accountLimits(accountIds, at),
      ...asked.flatMap(({ queries }) => queries),
    ] as const,
  );
  const partsAsked = asked.map(({ isIn, queries }) => ({ isIn, answers: answers.splice(0, queries.length) }));
  const facts = emails.map((email) => {
    const { accountId, from, source, createdAt } = email;
    const own = partsAsked.flatMap((part) => (part.isIn(email) ? part.answers : []));
    return {
      domain: domains.get(domainKey(accountId, from.mailbox.domain)),
      account: found.get(accountId)?.reputation,
      findSuppression: (address: string) =>
        applyingSuppression({ source }, findSuppression({ accountId, address }), createdAt),
      findOptOut: (address: string) => firstOf(own, ({ findOptOut }) => findOptOut?.(email, address)),
      refusal: firstOf(own, ({ refusalOf }) => refusalOf?.(email)),
      simulatorDomains,
      developmentDomain,
    };
  });
  return { facts, stop, accountLimits: found };
}

function firstOf<Answer, Found>(answers: readonly Answer[], find: (answer: Answer) => Found | undefined) {
  for (const answer of answers) {
    const found = find(answer);
    if (found) return found;
  }
  return undefined;
}

function recipientsOf({ accountId, to, cc, bcc }: NewEmail) {
  return [...to, ...cc, ...bcc].map(({ mailbox: { address } }) => ({ accountId, address }));
}

function domainKey(accountId: string, name: string): string {
  return `${accountId} ${name}`;
}

interface OwnedDomain extends SenderDomain {
  accountId: string;
}

function senderDomains(emails: readonly NewEmail[], at: Date): CombinableQuery<Map<string, SenderDomain>> {
  return {
    text: `SELECT id, account_id AS "accountId", name, ${DOMAIN_MAY_SEND} AS "isSendable",
                  open_tracking AS "openTracking", click_tracking AS "clickTracking",
                  ${meteredReputation('domains', '$3::date')}
           FROM domains
           WHERE (account_id, name) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      emails.map(({ accountId }) => accountId),
      emails.map(({ from }) => from.mailbox.domain),
      utcDayOf(at),
    ],
    answer: (domains: OwnedDomain[]) =>
      new Map(domains.map((domain) => [domainKey(domain.accountId, domain.name), domain])),
  };
}

// Reads all data that a group of emails is checked against, in one statement: domains, suppressions, stopped sending,
// quota, reputations, and for groups with mail that can be unsubscribed from who has opted out.

import type { DomainError } from '../../../../contract/domain-error.ts';
import { type CombinableQuery, queryCombined } from '../../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import { suppressed } from '../../../audience/suppressions/find.ts';
import {
  findNoOptOut,
  optedOut,
  ownTopics,
  type TopicAddress,
} from '../../../audience/topics/choices/opted-out.ts';
import { type AccountStanding, standings } from '../../../foundation/accounts/quota/quota.ts';
import { meteredReputation } from '../../../foundation/reputation/metered-reputation.ts';
import { sendingStop } from '../../../foundation/sending/stop.ts';
import { DOMAIN_MAY_SEND } from '../../domains/senders/sending.ts';
import { isUnsubscribable, type NewEmail } from '../email.ts';
import { applyingSuppression } from '../notices/notice.ts';
import type { SimulatedDomains } from './drop-cause.ts';
import { findUpgradeRefusal, needsNewWorkers } from './guards/upgrade.ts';
import type { AcceptData, SenderDomain } from './plan.ts';

/** The data that a group is checked against. */
export interface GroupData {
  /** The facts of each email, in the order of the emails. */
  facts: AcceptData[];
  /** The refusal while all sending is stopped; undefined if it is not. */
  stop: DomainError | undefined;
  /** Quota, usage and reputation of the accounts, by id. */
  standings: ReadonlyMap<string, AccountStanding>;
}

/** Reads the data for a group. */
export async function readAcceptData(
  database: Queryable,
  emails: readonly NewEmail[],
  { simulatorDomains, developmentDomain }: SimulatedDomains,
): Promise<GroupData> {
  const accountIds = emails.map(({ accountId }) => accountId);
  const at = emails[0]?.createdAt ?? new Date(0);
  const queries = [
    senderDomains(emails, at),
    suppressed(emails.flatMap(recipientsOf)),
    sendingStop(),
    standings(accountIds, at),
  ] as const;
  // Awaited here: a promise that fails while nothing waits for it ends the process.
  const upgradeRefusal = await findUpgradeRefusal(database, emails);
  const unsubscribable = emails.filter(isUnsubscribable);
  const [domains, findSuppression, stop, found, isOwnTopic, findOptOut] =
    unsubscribable.length === 0
      ? ([
          ...(await queryCombined(database, 'accept-read-facts', queries)),
          () => true,
          findNoOptOut,
        ] as const)
      : await queryCombined(database, 'accept-read-facts-with-topics', [
          ...queries,
          ownTopics(unsubscribable.flatMap(topicOf)),
          optedOut(unsubscribable.flatMap(subscribersOf)),
        ]);
  const facts = emails.map((email) => {
    const { accountId, from, topicId, source, createdAt } = email;
    return {
      domain: domains.get(domainKey(accountId, from.mailbox.domain)),
      account: found.get(accountId)?.reputation,
      findSuppression: (address: string) =>
        applyingSuppression({ source }, findSuppression({ accountId, address }), createdAt),
      hasUnknownTopic: topicId !== null && !isOwnTopic({ accountId, topicId }),
      findOptOut: (address: string) =>
        isUnsubscribable({ topicId, source }) ? findOptOut({ accountId, topicId, address }) : undefined,
      upgradeRefusal: needsNewWorkers(email) ? upgradeRefusal : undefined,
      simulatorDomains,
      developmentDomain,
    };
  });
  return { facts, stop, standings: found };
}

function recipientsOf({ accountId, to, cc, bcc }: NewEmail) {
  return [...to, ...cc, ...bcc].map(({ mailbox: { address } }) => ({ accountId, address }));
}

function topicOf({ accountId, topicId }: NewEmail) {
  return topicId === null ? [] : [{ accountId, topicId }];
}

function subscribersOf(email: NewEmail): TopicAddress[] {
  const { topicId } = email;
  return recipientsOf(email).map((recipient) => ({ topicId, ...recipient }));
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

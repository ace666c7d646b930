// Decides which recipients mail is accepted for. Concurrent questions are asked together, and an answer is cached for a
// second: a burst of mail for one domain asks Postgres once.
import { FEEDBACK_LOCAL_PART } from '../../../../mail/feedback/feedback-fields.ts';
import { queryCombined } from '../../../../platform/db/combined-query.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { createGroupCommit, type GroupCommit } from '../../../../platform/db/group-commit.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { isSuspendedSql } from '../../../../platform/work/suspensions/suspended.ts';
import { OPERATOR_ACCOUNT_ID } from '../../../foundation/accounts/operator-account.ts';
import { accountLimits } from '../../../foundation/accounts/quota/quota.ts';
import { receivedBytes } from '../../../foundation/accounts/quota/received-usage.ts';
import { DOMAIN_RECEIVES } from '../../domains/find-receiving.ts';
import { DOMAIN_OWNS_NAME } from '../../domains/senders/sending.ts';
import type { RecipientVerdict } from './inbound-message.ts';
import { isOperatorMailbox } from './operator-mailboxes.ts';
import { ASLEEP_MAX, unreadMail } from './unread.ts';

const KEPT_MS = 1_000;
const KEPT_NAMES_MAX = 10_000;
const NAMES_AT_ONCE = 1_000;
/** Receiving may use up a sender's day, but mail is refused only from so many times the cap on. */
const REFUSED_FROM_CAPS = 2;
/** The operator, asked for like a name; no domain has it. */
const OPERATOR = 'the operator';
/** The question for a feedback address, before its domain: no name has it. */
const FEEDBACK_AT = `${FEEDBACK_LOCAL_PART}@`;

/** Dependencies of judging. */
export interface RecipientCheckDeps {
  database: Database;
  clock: Clock;
  /** MAIL_HOSTNAME, in lower-case ASCII. */
  mailHostname: string;
}

/** Decides which recipients mail is accepted for. */
export type RecipientCheck = (addresses: readonly string[]) => Promise<RecipientVerdict[]>;

interface Kept {
  verdict: Promise<RecipientVerdict>;
  /** The end on the monotonic clock. */
  until: number;
}

/** Creates the judge of a process. */
export function createRecipientCheck({ database, clock, mailHostname }: RecipientCheckDeps): RecipientCheck {
  const questions = createGroupCommit<string, RecipientVerdict>({
    write: (names) => checkNames(database, names, clock.now()),
    maxItems: NAMES_AT_ONCE,
    maxWriting: 1,
  });
  const kept = new Map<string, Kept>();
  const checkOne = async (address: string): Promise<RecipientVerdict> => {
    const folded = address.toLowerCase();
    const name = folded.slice(folded.lastIndexOf('@') + 1);
    if (folded === FEEDBACK_AT + mailHostname) return ofFeedback(await checkName(kept, questions, OPERATOR));
    // Its question is about the name too, so one answer decides.
    if (folded === FEEDBACK_AT + name) return await checkName(kept, questions, folded);
    const verdict = await checkName(kept, questions, name);
    const isOperators = verdict.kind !== 'ok' && isOperatorMailbox(folded, mailHostname);
    return isOperators ? await checkName(kept, questions, OPERATOR) : verdict;
  };
  return (addresses) => Promise.all(addresses.map(checkOne));
}

function checkName(
  kept: Map<string, Kept>,
  questions: GroupCommit<string, RecipientVerdict>,
  name: string,
): Promise<RecipientVerdict> {
  const now = performance.now();
  const known = kept.get(name);
  if (known && known.until > now) return known.verdict;
  const verdict = questions.add(name);
  // The oldest answers are first, so expired ones are removed from the front.
  kept.delete(name);
  for (const [other, { until }] of kept) {
    if (until > now && kept.size < KEPT_NAMES_MAX) break;
    kept.delete(other);
  }
  kept.set(name, { verdict, until: now + KEPT_MS });
  verdict.catch(() => kept.delete(name));
  return verdict;
}

function ofFeedback(verdict: RecipientVerdict): RecipientVerdict {
  return verdict.kind === 'ok' ? { kind: 'feedback', accountId: verdict.accountId } : verdict;
}

interface NamedDomain {
  name: string;
  id: string | null;
  accountId: string;
  mayReceive: boolean;
  isSuspended: boolean;
  /** Null: the account does not own the name. */
  returnPathLabel: string | null;
}

/** A name may be registered by several accounts, but at most one owns it; that one is first. */
const FIND = `
  (SELECT DISTINCT ON (name) name, id, account_id AS "accountId",
         ${DOMAIN_RECEIVES} AS "mayReceive",
         ${isSuspendedSql('account_id')} AS "isSuspended",
         CASE WHEN ${DOMAIN_OWNS_NAME} THEN custom_return_path END AS "returnPathLabel"
  FROM domains WHERE name = ANY($1::text[])
  ORDER BY name, ${DOMAIN_OWNS_NAME} DESC, receiving_enabled DESC, id)
  UNION ALL
  SELECT '${OPERATOR}', NULL, id, true, false, NULL FROM accounts WHERE $2 AND id = ${OPERATOR_ACCOUNT_ID}`;

async function checkNames(
  database: Database,
  questions: readonly string[],
  now: Date,
): Promise<RecipientVerdict[]> {
  const asked = questions.map(readQuestion);
  const names = asked.flatMap(({ name, sender }) => [name, ...(sender ? [sender.name] : [])]);
  const { rows } = await database.query<NamedDomain>({
    name: 'find-domains-of-recipients',
    text: FIND,
    values: [[...new Set(names)], names.includes(OPERATOR)],
  });
  const found = new Map(rows.map((domain) => [domain.name, domain]));
  const full = await findFullAccounts(database, rows, now);
  return asked.map(({ name, sender }) => {
    const owned = sender && found.get(sender.name);
    if (owned && owned.returnPathLabel === sender.label)
      return { kind: 'feedback', accountId: owned.accountId };
    return verdictOn(found.get(name), full);
  });
}

/** A feedback address is below the From domain, at the label of its return path (CFBL-Address, RFC 9477). */
function readQuestion(question: string) {
  if (!question.startsWith(FEEDBACK_AT)) return { name: question, sender: null };
  const name = question.slice(FEEDBACK_AT.length);
  const dot = name.indexOf('.');
  return { name, sender: { label: name.slice(0, dot), name: name.slice(dot + 1) } };
}

function verdictOn(domain: NamedDomain | undefined, full: ReadonlySet<string>): RecipientVerdict {
  if (!domain) return { kind: 'foreign' };
  const { id: domainId, accountId, mayReceive, isSuspended } = domain;
  if (!mayReceive) return { kind: 'not_receiving' };
  if (isSuspended) return { kind: 'suspended' };
  return full.has(accountId) ? { kind: 'over_quota' } : { kind: 'ok', accountId, domainId };
}

async function findFullAccounts(
  database: Database,
  domains: readonly NamedDomain[],
  now: Date,
): Promise<Set<string>> {
  const accountIds = domains.filter(({ mayReceive }) => mayReceive).map(({ accountId }) => accountId);
  if (accountIds.length === 0) return new Set();
  const [found, received, unread] = await queryCombined(database, 'find-standings-of-recipients', [
    accountLimits(accountIds, now),
    receivedBytes(accountIds, now),
    unreadMail(accountIds),
  ]);
  const full = [...found].filter(([accountId, { quota, usage }]) => {
    const { used, limit = null } = received.get(accountId) ?? { used: 0 };
    const { count, bytes } = unread.get(accountId) ?? { count: 0, bytes: 0 };
    const isOver = limit !== null && (used + bytes >= limit || count >= ASLEEP_MAX);
    return isOver || isFull(usage.day + count, quota.perDay) || isFull(usage.month + count, quota.perMonth);
  });
  return new Set(full.map(([accountId]) => accountId));
}

function isFull(used: number, cap: number | null): boolean {
  return cap !== null && used >= REFUSED_FROM_CAPS * cap;
}

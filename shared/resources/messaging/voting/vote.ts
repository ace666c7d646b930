// Takes the vote of a person: one transaction of the vote, the counters, the click that it is, and what announces it
// (docs/architecture/polls.md#a-vote). It creates no contact, so it waits for no other contact write of the account.
import type { Counter } from 'prom-client';
import { LINK_CHANGES_PER_DAY } from '../../../contract/limits.ts';
import { addressKey } from '../../../mail/addresses.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';
import { chargeAttempt } from '../../../platform/rate-limit/attempts.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { lockForListeners } from '../../audience/contact-events/announce.ts';
import { isClosed, lockPollForVote, type VotePoll } from '../polls/find-for-vote.ts';
import type { PollChoice } from '../polls/link.ts';
import { writeVote } from '../polls/write-vote.ts';
import type { HitClient } from '../tracking/hits/hit.ts';
import { insertVoteHit } from '../tracking/hits/insert-vote.ts';
import { type AnnounceDeps, announceVote } from './announce-vote.ts';

/** Dependencies of a vote. */
export interface VoteDeps extends AnnounceDeps {
  database: Database;
  ids: Ids;
  metrics: { pollVotes: Counter<'outcome'> };
}

/** A vote as its form gives it. */
export interface CastVote {
  choice: PollChoice;
  /** The option of the form; undefined: the link's. */
  optionId: string | undefined;
  /** The client of the click. */
  client: HitClient;
  /** The page of the poll, without a token: what the click is said to have opened. */
  pageUrl: string;
}

/** The result of a vote. */
export interface Voted {
  /** The poll before the vote. */
  poll: VotePoll;
  /**
   * `refused`: the poll has ended, or has no such option; `limited`: the vote was changed too often. Nothing has changed then.
   */
  outcome: 'first' | 'changed' | 'same' | 'refused' | 'limited';
  /** The vote that is stored now; null: none. */
  votedId: string | null;
}

/** How often a transaction is run that Postgres ends for a deadlock. */
const ATTEMPTS_MAX = 4;
/** The wait for locks, as for a decision about unsubscribing (preferences/decide.ts). */
const LOCK_WAIT_MS = 15_000;

/**
 * Takes a vote and announces it. It may be repeated: an equal vote changes and announces nothing.
 * @returns undefined: the poll does not exist any more
 */
export async function castVote(deps: VoteDeps, vote: CastVote, now: Date): Promise<Voted | undefined> {
  const work = (client: Transaction) => cast(client, deps, vote, now);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const voted = await transaction(deps.database, work, { lockTimeoutMs: LOCK_WAIT_MS });
      if (voted) deps.metrics.pollVotes.inc({ outcome: voted.outcome });
      return voted;
    } catch (error) {
      if (sqlstateOf(error) !== SQLSTATES.deadlockDetected || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/**
 * Locks in the documented order: contacts to which automations listen, poll, count of changes, vote, counters, what
 * automations need.
 */
async function cast(
  client: Transaction,
  deps: VoteDeps,
  { choice, optionId, client: hitClient, pageUrl }: CastVote,
  now: Date,
): Promise<Voted | undefined> {
  const { accountId, pollId, emailId, address } = choice;
  const key = addressKey(address);
  const [, poll] = await Promise.all([
    lockForListeners(client, [key], { ...deps, accountId }),
    lockPollForVote(client, choice),
  ]);
  if (!poll) return undefined;
  const asked = optionId ?? poll.options[choice.option - 1]?.id;
  const chosen = poll.options.find(({ id }) => id === asked);
  if (!chosen || isClosed(poll, now)) return { poll, outcome: 'refused', votedId: poll.votedId };
  const isOther = poll.votedId !== null && poll.votedId !== chosen.id;
  if (isOther && !(await takeChange(client, pollId, key, now)))
    return { poll, outcome: 'limited', votedId: poll.votedId };
  const vote = { id: deps.ids.next(), accountId, pollId, addressKey: key, address, emailId, now };
  const { previousId, isWritten } = await writeVote(client, { ...vote, optionId: chosen.id });
  if (isWritten) {
    const hit = { id: deps.ids.next(), accountId, emailId, address, link: pageUrl, at: now, ...hitClient };
    await insertVoteHit(client, hit);
  }
  const isChanged = isWritten && previousId !== chosen.id;
  if (isChanged) {
    const { id: chosenId } = chosen;
    await announceVote(client, deps, { voter: choice, poll, optionId: chosenId, previousId, at: now });
  }
  return { poll, outcome: outcomeOf(isChanged, previousId), votedId: chosen.id };
}

/** Each change is announced and clicked, and a link never ends. @returns false: there were too many */
async function takeChange(client: Transaction, pollId: string, key: string, now: Date): Promise<boolean> {
  const limit = {
    key: `vote ${pollId} ${hashToken(key).toString('hex')}`,
    max: LINK_CHANGES_PER_DAY,
    windowMs: DAY_MS,
  };
  return (await chargeAttempt(client, [limit], now)) === 0;
}

function outcomeOf(isChanged: boolean, previousId: string | null): Voted['outcome'] {
  if (!isChanged) return 'same';
  return previousId === null ? 'first' : 'changed';
}

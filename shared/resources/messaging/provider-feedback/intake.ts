// Accepts the posts of providers: their tokens decide whose events they are, without the database. Posts that arrive at
// about the same time are stored by one statement.

import { createRecipientTokens } from '../../../mail/feedback/recipient-tokens.ts';
import type { ReadFeedback } from '../../../mail/provider-feedback/feedback-event.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../platform/db/group-commit.ts';
import { isDatabaseUnavailable } from '../../../platform/failures/unavailable.ts';
import type { SecretKeys } from '../../../platform/security/secret-keys.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import { noteFeedback } from '../../foundation/providers/feedback.ts';
import { type GivenFeedback, type InsertFeedbackDeps, insertFeedback } from './insert.ts';
import type { DoneFeedback } from './record.ts';

/** Dependencies of taking. */
export interface FeedbackIntakeDeps extends InsertFeedbackDeps {
  database: Database;
  secretKeys: SecretKeys;
  /** Called for events that are not stored. */
  onDropped(feedback: DoneFeedback, count: number): void;
}

/** Takes feedback. */
export interface FeedbackIntake {
  /**
   * Resolves when the feedback is durable.
   * @throws TooManyWaitingError, or the error of the database: nothing of it is stored then
   */
  take(provider: { name: string }, read: ReadFeedback, now: Date): Promise<void>;
}

/** Events of a statement, unless one post has more. */
const GROUP_MAX = 1_000;
const GROUPS_AT_A_TIME = 2;
/** Beyond it providers are asked to post again. */
const WAITING_MAX = 100_000;
const NOTED_EVERY_MS = MINUTE_MS;

/** Creates the intake of a process. */
export function createFeedbackIntake(deps: FeedbackIntakeDeps): FeedbackIntake {
  const tokens = createRecipientTokens(deps.secretKeys);
  const groups = createGroupCommit<readonly GivenFeedback[], readonly GivenFeedback[]>({
    async write(posts) {
      try {
        const unknown = new Set(await insertFeedback(deps, posts.flat()));
        return posts.map((events) => events.filter((event) => unknown.has(event)));
      } catch (error) {
        if (posts.length === 1 || isDatabaseUnavailable(error)) throw error;
        // A bug that one post meets must not refuse the others.
        return posts.map((events) => insertFeedback(deps, events));
      }
    },
    countOf: (events) => events.length,
    maxItems: GROUP_MAX,
    maxWriting: GROUPS_AT_A_TIME,
    maxWaiting: WAITING_MAX,
  });
  const notedAt = new Map<string, number>();
  const note = async (provider: string, now: Date) => {
    if (now.getTime() - (notedAt.get(provider) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    await noteFeedback(deps.database, provider, now);
    notedAt.set(provider, now.getTime());
  };
  return {
    async take({ name: provider }, { events, ignored }, now) {
      const drop = (result: DoneFeedback['result'], effect: DoneFeedback['effect'], count = 1) =>
        deps.onDropped({ provider, result, effect }, count);
      if (ignored > 0) drop('unknown', 'ignored', ignored);
      const given = events.flatMap((event): GivenFeedback[] => {
        const recipientId = event.token === undefined ? undefined : tokens.recipientOf(event.token);
        if (recipientId !== undefined) return [{ ...event, provider, recipientId, receivedAt: now }];
        drop(event.says.result, event.token === undefined ? 'unknown' : 'forged');
        return [];
      });
      if (given.length > 0) for (const { says } of await groups.add(given)) drop(says.result, 'unknown');
      await note(provider, now);
    },
  };
}

// What `/app/work` says of one kind of work, of a provider, and of a mailbox provider that rests (docs/reference/pages.md#the-rows-of-work).

/** The unfinished rows of one kind of work. */
export interface WorkKind {
  queue: string;
  table: string;
  waiting: number;
  due: number;
  held: number;
  claimed: number;
  stuck: number;
  /** Since when the oldest row that is neither held nor claimed has been due. */
  oldest_due_at: string | null;
  /** The reason why rows are held or stuck: a sentence. */
  why: string | null;
}

/** A mailbox provider to which nothing is sent for a while. */
export interface RestingDestination {
  provider: string;
  /** Our address from which it rests; null: the one that the system chooses. */
  source: string | null;
  rests_until: string;
  reason: 'asked' | 'blocked' | 'operator';
  /** The reply, or the operators' reason. */
  reply: string;
}

/** A provider that sends our mail. */
export interface Provider {
  name: string;
  kind: string;
  state: 'active' | 'paused' | 'refused' | 'unreachable';
  /** Why it takes no mail. */
  reason: string | null;
  /** Recipients that wait for it. */
  waiting: number;
  sent_last_hour: number;
  /** The last refusal, which may be over. */
  last_refusal: string | null;
  last_refused_at: string | null;
  last_feedback_at: string | null;
}

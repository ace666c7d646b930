// What `/app/work` says of one kind of work (docs/reference/pages.md#the-rows-of-work).

/** The unfinished rows of one kind of work. */
export interface WorkKind {
  queue: string;
  table: string;
  waiting: number;
  due: number;
  held: number;
  claimed: number;
  stuck: number;
  /** Since when the oldest row is due that is neither held nor claimed. */
  oldest_due_at: string | null;
  /** Why rows are held or stuck: a sentence. */
  why: string | null;
}

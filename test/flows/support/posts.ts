// What a crash flow sends: every kind of send, mixed in cycles, each email with a tag of its own in its subject and in
// the addresses of its recipients; and the book of what was promised about each of them.

/** Emails of one cycle of kinds. */
const CYCLE = 40;
/** Every so many emails, one has a second recipient, and a third that is dropped because its domain is reserved. */
const MORE_RECIPIENTS_EVERY = 4;
/** Longest wait of what is due during the flow. */
const DUE_WITHIN_SECONDS = 6;

/** When an email is to leave: at once, within seconds, or so far ahead that the flow does not see it. */
export type Schedule = 'none' | 'soon' | 'far';

/** What became of the wish to cancel an email. */
export type CancelEnd =
  /** Nobody wanted it, or no answer to the send named an id. */
  | 'none'
  /** Answered 200, or nothing else can have ended the email. */
  | 'canceled'
  /** Refused: it was not pending any more. */
  | 'late'
  /** One request was not answered, and the next was refused: it may have been canceled, or have been late. */
  | 'open';

/** An email of the book. */
export interface Entry {
  readonly tag: string;
  /** Tag of the first email of the same request. */
  readonly request: string;
  readonly to: readonly string[];
  /** Recipients that are suppressed from the start, and not charged. */
  readonly dropped: readonly string[];
  readonly schedule: Schedule;
  /** What 200s have named it; more than one when a repeated request was taken for a new one. */
  readonly ids: Set<string>;
  cancel: CancelEnd;
}

/** A request that sends. */
export interface Post {
  readonly path: '/emails' | '/emails/batch';
  /** With it the request is repeated until it is answered 200; without, never. */
  readonly key: string | undefined;
  readonly entries: readonly Entry[];
  readonly body: unknown;
  readonly isCanceled: boolean;
}

interface Kind {
  posts: number;
  /** Emails of a post; more than one is a batch. */
  emails?: number;
  isKeyed?: boolean;
  schedule?: Schedule;
  isCanceled?: boolean;
}

const KINDS: readonly Kind[] = [
  { posts: 6 },
  { posts: 4, isKeyed: true },
  { posts: 1, schedule: 'soon' },
  { posts: 1, schedule: 'far', isCanceled: true },
  { posts: 1, emails: 6 },
  { posts: 1, schedule: 'soon', isCanceled: true },
  { posts: 1, schedule: 'soon', isKeyed: true },
  { posts: 6 },
  { posts: 4, isKeyed: true },
  { posts: 1, schedule: 'soon' },
  { posts: 1, schedule: 'far', isKeyed: true, isCanceled: true },
  { posts: 1, emails: 6, isKeyed: true },
  { posts: 1, schedule: 'soon', isKeyed: true, isCanceled: true },
  { posts: 1, schedule: 'soon', isKeyed: true },
];

/** All requests of a flow; whole cycles, so that there may be a few emails more than `count`. */
export function planPosts(count: number, from: string): Post[] {
  const posts: Post[] = [];
  let number = 0;
  for (let cycle = 0; cycle < Math.ceil(count / CYCLE); cycle += 1) {
    for (const kind of KINDS) {
      for (let post = 0; post < kind.posts; post += 1) {
        posts.push(planPost(kind, number + 1, from));
        number += kind.emails ?? 1;
      }
    }
  }
  return posts;
}

function planPost(kind: Kind, first: number, from: string): Post {
  const { emails = 1, isKeyed = false, schedule = 'none', isCanceled = false } = kind;
  const entries = Array.from({ length: emails }, (_, index) => planEntry(first + index, first, schedule));
  const bodies = entries.map((entry) => bodyOf(entry, first, from));
  return {
    path: emails > 1 ? '/emails/batch' : '/emails',
    key: isKeyed ? `key of ${tagOf(first)}` : undefined,
    entries,
    body: emails > 1 ? bodies : bodies[0],
    isCanceled,
  };
}

const tagOf = (number: number) => `tag-${number}`;

function planEntry(number: number, first: number, schedule: Schedule): Entry {
  const tag = tagOf(number);
  const hasMore = number % MORE_RECIPIENTS_EVERY === 0;
  return {
    tag,
    request: tagOf(first),
    to: hasMore ? [`${tag}@there.dev`, `${tag}@beside.dev`] : [`${tag}@there.dev`],
    dropped: hasMore ? [`${tag}@example.com`] : [],
    schedule,
    ids: new Set(),
    cancel: 'none',
  };
}

function bodyOf({ tag, to: [to, ...cc], dropped, schedule }: Entry, number: number, from: string) {
  return {
    from,
    to,
    ...(cc.length > 0 && { cc, bcc: dropped }),
    subject: tag,
    text: `The body of ${tag}.`,
    ...(schedule !== 'none' && { scheduled_at: phraseOf(schedule, number) }),
  };
}

/** Words, so that a repeated request has the same body and is not too late for it. */
function phraseOf(schedule: 'soon' | 'far', number: number): string {
  return schedule === 'far' ? 'in 1 hour' : `in ${1 + (number % DUE_WITHIN_SECONDS)} seconds`;
}

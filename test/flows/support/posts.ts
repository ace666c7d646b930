// The planned requests of a crash flow: every kind of send, mixed in cycles, each email with its own tag in its subject
// and in the addresses of its recipients. And the book, which records what was promised about each email.
import { extent } from '../../support/extent.ts';

/** Emails per cycle of kinds. */
const CYCLE = 40;
/** One of this many emails has a second recipient, and a third that is dropped because its domain is reserved. */
const MORE_RECIPIENTS_EVERY = 4;
/** The longest delay of emails that are due during the flow. */
export const DUE_WITHIN_SECONDS = extent('TEST_CRASH_DUE_SECONDS', 2, 6);

/** When an email is to be sent: at once, within seconds, or after the end of the flow. */
export type Schedule = 'none' | 'soon' | 'far';

/** The outcome of canceling an email. */
export type CancelEnd =
  /** It was not canceled, or no answer to the send contained an id. */
  | 'none'
  /** The cancel was answered 200, or nothing else can have ended the email. */
  | 'canceled'
  /** The cancel was refused: the email was no longer pending. */
  | 'late'
  /**
   * One cancel was not answered, and the next was refused: the email may have been canceled, or the cancel was late.
   */
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
  /** Its ids in answers with 200; more than one when a repeated request was treated as a new one. */
  readonly ids: Set<string>;
  cancel: CancelEnd;
}

/** A request that sends. */
export interface Post {
  readonly path: '/emails' | '/emails/batch';
  /** With a key the request is repeated until it is answered 200; without one it is never repeated. */
  readonly key: string | undefined;
  readonly entries: readonly Entry[];
  readonly body: unknown;
  readonly isCanceled: boolean;
}

interface Kind {
  posts: number;
  /** The emails of a request; more than one means a batch. */
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

/** All requests of a flow, in whole cycles, so that there may be a few emails more than `count`. @param first number of a tag */
export function planPosts(count: number, from: string, first = 1): Post[] {
  const posts: Post[] = [];
  let number = first - 1;
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

/** In English, relative to now: a repeated request has the same body, and its time is not in the past. */
function phraseOf(schedule: 'soon' | 'far', number: number): string {
  return schedule === 'far' ? 'in 1 hour' : `in ${1 + (number % DUE_WITHIN_SECONDS)} seconds`;
}

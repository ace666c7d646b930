// Invented evidence of a correct crash flow: an email of each kind that its judge distinguishes. Tests of the judge
// change it.
import type { Evidence, StoredEmail } from './evidence.ts';
import type { CancelEnd, Entry, Schedule } from './posts.ts';
import { judge } from './verify.ts';

const DAY = '2026-11-20';

/** Evidence that can be changed, to make a fault. */
export type Made = {
  -readonly [Part in keyof Evidence]: Evidence[Part] extends readonly (infer Item)[]
    ? Item[]
    : Evidence[Part];
};

interface Email {
  request?: string;
  schedule?: Schedule;
  cancel?: CancelEnd;
  /** By default true. */
  isAnswered?: boolean;
  fate?: 'delivered' | 'canceled' | 'pending';
}

/** The emails of a correct flow; each has a second recipient, and one that is dropped. */
const EMAILS: Record<string, Email> = {
  plain: {},
  unanswered: { isAnswered: false },
  first: { request: 'first' },
  second: { request: 'first' },
  soon: { schedule: 'soon' },
  canceled: { schedule: 'far', cancel: 'canceled', fate: 'canceled' },
  late: { schedule: 'soon', cancel: 'late' },
  perhaps: { schedule: 'soon', cancel: 'open', fate: 'canceled' },
  waiting: { schedule: 'far', isAnswered: false, fate: 'pending' },
};

function entryOf(
  tag: string,
  { request = tag, schedule = 'none', cancel = 'none', isAnswered = true }: Email,
): Entry {
  const ids = new Set(isAnswered ? [`id of ${tag}`] : []);
  const to = [`${tag}@there.dev`, `${tag}@beside.dev`];
  return { tag, request, to, dropped: [`${tag}@example.com`], schedule, ids, cancel };
}

export function storedAs(entry: Entry, fate: string): StoredEmail {
  const { tag, to, dropped, schedule } = entry;
  const types = { delivered: ['sent', 'delivered'], canceled: ['canceled'], pending: [] }[fate] ?? [];
  const eventTypes = [...(schedule === 'none' ? [] : ['scheduled']), ...types];
  const isWaiting = fate === 'pending';
  return {
    id: `id of ${tag}`,
    subject: tag,
    messageId: `<${tag}@flow>`,
    status: fate,
    lastEvent: eventTypes.at(-1) ?? fate,
    createdAt: new Date(`${DAY}T12:00:00Z`),
    recipients: [
      ...to.map((address) => ({ address, state: fate, workerDeaths: 0, isWaiting })),
      ...dropped.map((address) => ({ address, state: 'suppressed', workerDeaths: 0, isWaiting: false })),
    ],
    events: [
      ...dropped.map((recipient) => ({ type: 'suppressed', recipient })),
      ...to.flatMap((recipient) => eventTypes.map((type) => ({ type, recipient }))),
    ],
  };
}

/** The evidence of a correct flow; `change` adds a fault. */
export function evidence(change: (made: Made) => void = () => {}): Evidence {
  const book = Object.entries(EMAILS).map(([tag, email]) => entryOf(tag, email));
  const stored = book.map((entry) => storedAs(entry, EMAILS[entry.tag]?.fate ?? 'delivered'));
  const sent = stored.filter(({ status }) => status === 'delivered');
  const made: Made = {
    book,
    stored,
    arrivals: sent.flatMap(({ subject, messageId }) =>
      ['there', 'beside'].map((place) => ({ messageId, recipient: `${subject}@${place}.dev` })),
    ),
    shown: stored.map(({ messageId, lastEvent, ...same }) => ({
      ...structuredClone(same),
      message_id: messageId,
      last_event: lastEvent,
    })),
    listed: stored.map(({ id, status }) => ({ id, status })).sort((a, b) => (a.id < b.id ? 1 : -1)),
    // Two recipients of each of nine emails, without the two that were canceled.
    usage: [
      { period: 'day', startsOn: DAY, used: 14 },
      { period: 'month', startsOn: '2026-11-01', used: 14 },
    ],
    metrics: { attempted: 12, sent: 12, delivered: 12, suppressed: 9, failed: 0, delivery_rate: 1 },
  };
  change(made);
  return made;
}

/** The kinds of fault that the judge finds, each once. */
export function kindsOf(change: (made: Made) => void): string[] {
  return [...new Set(judge(evidence(change)).map(({ kind }) => kind))];
}

/** The row of an email. */
export const email = ({ stored }: Made, tag: string) =>
  stored.find(({ subject }) => subject === tag) as StoredEmail;

/** The entry of an email in the book. */
export const entry = ({ book }: Made, tag: string) => book.find((one) => one.tag === tag) as Entry;

/** What the API returns for it. */
export const shown = ({ shown: all }: Made, tag: string) =>
  all.find(({ subject }) => subject === tag) as Made['shown'][0];

/** Removes every trace of an email, in the database, in the answers of the API and at the server. */
export function remove(made: Made, tag: string): void {
  made.stored = made.stored.filter(({ subject }) => subject !== tag);
  made.shown = made.shown.filter(({ subject }) => subject !== tag);
  made.listed = made.listed.filter(({ id }) => id !== `id of ${tag}`);
  made.arrivals = made.arrivals.filter(({ recipient }) => !recipient.startsWith(`${tag}@`));
}

/** Kinds that are found too, because the change does not adjust the sums. */
export const SUMS = ['wrong quota', 'wrong metrics'];

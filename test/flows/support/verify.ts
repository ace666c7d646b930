// The judge of a crash flow: compares what was promised, email by email and recipient by recipient, with what arrived,
// what is stored and what the API returns, and names each contradiction. It is a pure function: verify.test.ts tests it
// with invented faults of each kind.
import { type Case, casesOf, type Fate, type Fault, fault } from './case.ts';
import type { Evidence, ReturnedEvent } from './evidence.ts';
import type { Entry } from './posts.ts';
import { verifySums } from './verify-sums.ts';

type Mail = Pick<Evidence, 'book' | 'stored' | 'arrivals'>;

/** Judges the evidence. @returns no faults when everything agrees */
export function judge(evidence: Evidence): Fault[] {
  const cases = casesOf(evidence);
  return [...verifyMail(evidence, cases), ...verifyAnswers(evidence), ...verifySums(evidence, cases)];
}

/** Judges promises, rows and arrivals, which may be those of some emails of many. */
export function verifyMail(evidence: Mail, cases = casesOf(evidence)): Fault[] {
  return [
    ...verifyPromises(evidence),
    ...verifyStored(evidence),
    ...verifyBatches(evidence),
    ...verifyArrivals(evidence),
    ...cases.flatMap(verifyRecipients),
    ...cases.flatMap(verifyStates),
    ...cases.flatMap(verifyEvents),
  ];
}

/** Each 200 returned the id of an email that exists. */
function verifyPromises({ book, stored }: Mail): Fault[] {
  const subjectOf = new Map(stored.map(({ id, subject }) => [id, subject]));
  return book.flatMap(({ tag, ids }) =>
    [...ids]
      .filter((id) => subjectOf.get(id) !== tag)
      .map((id) => fault('not stored', `${tag}: ${id} is ${subjectOf.get(id) ?? 'no row'}`)),
  );
}

/** Each email exists once, and a request asked for exactly this email. */
function verifyStored({ book, stored }: Mail): Fault[] {
  const entryOf = new Map(book.map((entry) => [entry.tag, entry]));
  const seen = new Set<string>();
  return stored.flatMap(({ id, subject, recipients }) => {
    const entry = entryOf.get(subject);
    if (!entry) return [fault('not asked for', `${subject}: ${id}`)];
    const faults: Fault[] = [];
    if (seen.has(subject)) faults.push(fault('stored twice', `${subject}: ${id}`));
    seen.add(subject);
    const addresses = recipients.map(({ address }) => address).join();
    if (addresses !== [...entry.to, ...entry.dropped].join())
      faults.push(fault('wrong recipients', `${subject}: ${addresses}`));
    return faults;
  });
}

/** Checks that either all emails of a request are stored, or none. */
function verifyBatches({ book, stored }: Mail): Fault[] {
  const tags = new Set(stored.map(({ subject }) => subject));
  const requests = new Map<string, Entry[]>();
  for (const entry of book) requests.set(entry.request, [...(requests.get(entry.request) ?? []), entry]);
  return [...requests].flatMap(([request, entries]) => {
    const missing = entries.filter(({ tag }) => !tags.has(tag));
    const isWhole = missing.length === 0 || missing.length === entries.length;
    return isWhole ? [] : [fault('stored in part', `${request}: without ${missing.map(({ tag }) => tag)}`)];
  });
}

/** Each arrival belongs to an email and to one of its recipients. */
function verifyArrivals({ book, stored, arrivals }: Mail): Fault[] {
  const toOf = new Map(book.map(({ tag, to }) => [tag, to]));
  const allowed = new Map(stored.map(({ messageId, subject }) => [messageId, toOf.get(subject) ?? []]));
  return arrivals
    .filter(({ messageId, recipient }) => !allowed.get(messageId)?.includes(recipient))
    .map(({ messageId, recipient }) => fault('stray', `${messageId} for ${recipient}`));
}

/** Every recipient who should get the email got it, as often as is allowed. */
function verifyRecipients({ entry: { tag, to }, email: { id, recipients }, fate, arrived }: Case): Fault[] {
  return to.flatMap((address) => {
    const times = arrived.get(address) ?? 0;
    const row = recipients.find((recipient) => recipient.address === address);
    const what = `${tag} (${id}) for ${address}: ${times} times, ${row?.state}`;
    if (fate === 'canceled' && times > 0) return [fault('canceled and sent', what)];
    if (fate === 'pending' && times > 0) return [fault('stray', what)];
    if (fate === 'sent' && times === 0) return [fault('lost', what)];
    const deaths = row?.workerDeaths ?? 0;
    return times > 1 + deaths ? [fault('doubled', `${what}, ${deaths} deaths of its worker`)] : [];
  });
}

const STATE_OF = { sent: 'delivered', canceled: 'canceled', pending: 'pending' } as const;

function verifyStates({ entry, email, fate }: Case): Fault[] {
  const { tag, dropped } = entry;
  const { id, status, lastEvent, recipients } = email;
  const faults: Fault[] = [];
  const expected = STATE_OF[fate];
  const last = expectedEvents(entry, fate).at(-1)?.type;
  if (status !== expected || lastEvent !== last)
    faults.push(
      fault('wrong state', `${tag} (${id}): ${status}, last ${lastEvent}; ${expected}, last ${last}`),
    );
  for (const { address, state, isWaiting } of recipients) {
    const wanted = dropped.includes(address) ? 'suppressed' : expected;
    if (state !== wanted)
      faults.push(fault('wrong state', `${tag} (${id}) for ${address}: ${state}, not ${wanted}`));
    if (isWaiting && wanted !== 'pending')
      faults.push(fault('still waiting', `${tag} (${id}) for ${address}`));
  }
  return faults;
}

function verifyEvents({ entry, email: { id, events }, fate }: Case): Fault[] {
  const stored = sorted(events);
  const expected = sorted(expectedEvents(entry, fate));
  return stored === expected ? [] : [fault('wrong events', `${entry.tag} (${id}): ${stored}; ${expected}`)];
}

/** Events are in a possible order: the events of one recipient may be before or after those of another. */
function expectedEvents({ to, dropped, schedule }: Entry, fate: Fate): ReturnedEvent[] {
  const ofAll = (type: string) => to.map((recipient) => ({ type, recipient }));
  return [
    ...dropped.map((recipient) => ({ type: 'suppressed', recipient })),
    ...(schedule === 'none' ? [] : ofAll('scheduled')),
    ...(fate === 'sent' ? [...ofAll('sent'), ...ofAll('delivered')] : []),
    ...(fate === 'canceled' ? ofAll('canceled') : []),
  ];
}

/** Each recipient has its own events, in their order. */
function sorted(events: readonly ReturnedEvent[]): string {
  const byRecipient = new Map<string, string[]>();
  for (const { type, recipient } of events)
    byRecipient.set(recipient, [...(byRecipient.get(recipient) ?? []), type]);
  return [...byRecipient]
    .map(([recipient, types]) => `${recipient} ${types.join(' ')}`)
    .sort()
    .join(', ');
}

/** GET /emails/:id and GET /emails return what the rows contain. */
function verifyAnswers({ stored, shown, listed }: Evidence): Fault[] {
  const faults: Fault[] = [];
  const shownOf = new Map(shown.map((email) => [email.id, email]));
  const line = (...parts: readonly unknown[]) => JSON.stringify(parts);
  for (const { id, subject, messageId, status, lastEvent, events } of stored) {
    const answer = shownOf.get(id);
    const answered = answer?.events.map(({ type, recipient }) => [type, recipient]);
    const says = line(answer?.subject, answer?.message_id, answer?.status, answer?.last_event, answered);
    const is = line(
      subject,
      messageId,
      status,
      lastEvent,
      events.map(({ type, recipient }) => [type, recipient]),
    );
    if (says !== is) faults.push(fault('wrong answer', `GET /emails/${id}: ${says}; stored is ${is}`));
  }
  const list = listed.map(({ id, status }) => `${id} ${status}`);
  const rows = stored
    .map(({ id, status }) => `${id} ${status}`)
    .sort()
    .reverse();
  const different = rows.findIndex((row, index) => list[index] !== row);
  if (different >= 0 || list.length !== rows.length) {
    const at = different >= 0 ? different : rows.length;
    faults.push(fault('wrong answer', `GET /emails, item ${at}: ${list[at]}; stored is ${rows[at]}`));
  }
  return faults;
}

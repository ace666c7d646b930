// Counts the messages that the sink received: how many different messages of the load are among them, however often
// each came, and whether all were signed. A message of the load is a mail for one of its recipients.
import { type LoadRecipient, RECIPIENTS_MAX, readRecipient, subjectNumber } from '../load/mail.ts';
import { monotonicMs } from '../monotonic.ts';
import type { TakenMessage } from './session.ts';

/** The state of a tally. */
export interface TallyReport {
  /** All received messages: a message for several recipients counts once for each. */
  messages: number;
  /** Different messages of the load, each with the mail that its recipient should get. */
  different: number;
  unsigned: number;
}

/** Counts messages. */
export interface Tally {
  /** Counts a message whose 250 has just been sent. */
  add(taken: TakenMessage): void;
  /** Resolves with the monotonic time in milliseconds when this many different messages have arrived. */
  reach(messages: number): Promise<number>;
  report(): TallyReport;
  /** The last received message, unchanged. */
  sample(): Buffer;
  /** Arrival times of the mails from a number on, at the first recipient of each, in the order of their numbers. */
  times(first: number): number[];
}

const END_OF_HEADER = '\r\n\r\n';

/** Creates an empty tally. */
export function createTally(): Tally {
  const takenAtMs = new Map<number, number>();
  let messages = 0;
  let unsigned = 0;
  let last: Buffer = Buffer.alloc(0);
  let awaited: { messages: number; resolve: (atMs: number) => void } | undefined;
  return {
    add({ message, recipients }) {
      const header = message.toString('latin1', 0, message.indexOf(END_OF_HEADER));
      messages += recipients.length;
      last = message;
      if (!/^DKIM-Signature:/im.test(header)) unsigned += recipients.length;
      const number = subjectNumber(header);
      const atMs = monotonicMs();
      for (const address of recipients) {
        const recipient = readRecipient(address);
        if (!recipient || recipient.number !== number) continue;
        const key = keyOf(recipient);
        if (!takenAtMs.has(key)) takenAtMs.set(key, atMs);
      }
      if (awaited && takenAtMs.size >= awaited.messages) awaited.resolve(atMs);
    },
    reach: (count) =>
      new Promise((resolve) => {
        awaited = { messages: count, resolve };
        if (takenAtMs.size >= count) resolve(monotonicMs());
      }),
    report: () => ({ messages, different: takenAtMs.size, unsigned }),
    sample: () => last,
    times: (first) =>
      [...takenAtMs]
        .filter(([key]) => key % RECIPIENTS_MAX === 0 && key >= first * RECIPIENTS_MAX)
        .sort(([a], [b]) => a - b)
        .map(([, atMs]) => atMs),
  };
}

function keyOf({ number, index }: LoadRecipient): number {
  return number * RECIPIENTS_MAX + index;
}

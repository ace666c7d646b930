// What the sink knows of the messages it took: how many mails of the load there are among them, each counted once
// however often it comes, and whether all of them were signed.
import { subjectNumber } from '../load/mail.ts';
import { monotonicMs } from '../monotonic.ts';

/** The state of a tally. */
export interface TallyReport {
  messages: number;
  /** Different mails of the load. */
  mails: number;
  unsigned: number;
}

/** Counts messages. */
export interface Tally {
  add(message: Buffer): void;
  /** Resolves with the monotonic time in milliseconds when that many different mails have come. */
  reach(mails: number): Promise<number>;
  report(): TallyReport;
  /** A message as it came. */
  sample(): Buffer;
}

const END_OF_HEADER = '\r\n\r\n';

/** Creates an empty tally. */
export function createTally(): Tally {
  const seen = new Set<number>();
  let messages = 0;
  let unsigned = 0;
  let last: Buffer = Buffer.alloc(0);
  let awaited: { mails: number; resolve: (atMs: number) => void } | undefined;
  return {
    add(message) {
      const header = message.toString('latin1', 0, message.indexOf(END_OF_HEADER));
      messages += 1;
      last = message;
      if (!/^DKIM-Signature:/im.test(header)) unsigned += 1;
      const number = subjectNumber(header);
      if (number !== undefined) seen.add(number);
      if (awaited && seen.size >= awaited.mails) awaited.resolve(monotonicMs());
    },
    reach: (mails) =>
      new Promise((resolve) => {
        awaited = { mails, resolve };
        if (seen.size >= mails) resolve(monotonicMs());
      }),
    report: () => ({ messages, mails: seen.size, unsigned }),
    sample: () => last,
  };
}

// The load of a lab: each mail has an address of its own, so that losses and doubles are counted exactly, and a key under
// which it is asked for at one `web` after the other until it is answered, as a well-written client does it.
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient, type Question, unexpectedAnswer } from '../../test/flows/support/api-client.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import type { Ours } from './ours.ts';

/** A mail, from the first request for it. */
export interface Mail {
  to: string;
  /** When it was asked for first. */
  askedAt: number;
  /** When it was answered 200. */
  acceptedAt?: number;
  /** When it arrived, each time. */
  arrivedAt: number[];
}

/** The running load. */
export interface MailLoad {
  mails: readonly Mail[];
  /** What no client expects; empty if all is well. */
  problems: readonly string[];
  /** Each `web` accepts; mail is delivered. */
  hearts: readonly Heartbeat[];
  /** All that was accepted so far has arrived. @throws with how many have not */
  settled(withinMs: number): Promise<void>;
  /** Asks for no more, and waits until each request is answered and what was accepted has arrived. */
  finish(): Promise<void>;
}

/** About 18 mails a second. */
const MAIL_EACH_MS = 55;
const ASK_AGAIN_MS = 1_000;
/** A request that is not answered by then never is. */
const ANSWERED_WITHIN_MS = 300_000;
/** An outage of a minute leaves so many requests open. */
const CONNECTIONS = 2_000;
/** What two workers have died of waits for a minute. */
const LAST_WITHIN_MS = 120_000;

/** Starts it. */
export function startMailLoad({ urls, apiKey, from, sink }: Ours): MailLoad {
  const mails: Mail[] = [];
  const problems: string[] = [];
  const doors = urls.map((url, index) => ({
    client: createApiClient({ url, apiKey, connections: CONNECTIONS }),
    heart: createHeartbeat(`web ${index + 1} accepts`),
  }));
  const delivers = createHeartbeat('mail is delivered');
  const open = new Set<Promise<void>>();
  const mailOf = new Map<string, Mail>();

  const ask = async (mail: Mail, number: number): Promise<void> => {
    const body = { from, to: mail.to, subject: `Mail ${number}`, text: 'Hello' };
    const question: Question = { method: 'POST', path: '/emails', body, key: `lab-${number}` };
    for (let turn = number; ; turn += 1) {
      const door = doors[turn % doors.length];
      const answer = await door?.client.ask(question);
      if (answer?.status === 200) {
        mail.acceptedAt = performance.now();
        return door?.heart.beat();
      }
      const isOpen = !answer || answer.status >= 500 || answer.status === 409;
      if (!isOpen || performance.now() > mail.askedAt + ANSWERED_WITHIN_MS)
        throw unexpectedAnswer(question, answer);
      await delay(ASK_AGAIN_MS);
    }
  };
  const timer = setInterval(() => {
    const number = mails.length;
    const mail: Mail = { to: `m${number}@customer.dev`, askedAt: performance.now(), arrivedAt: [] };
    mails.push(mail);
    mailOf.set(mail.to, mail);
    const asked = ask(mail, number)
      .catch((error: Error) => void problems.push(error.message))
      .finally(() => open.delete(asked));
    open.add(asked);
  }, MAIL_EACH_MS);
  sink.onMessage(({ to }) => {
    delivers.beat();
    for (const address of to) mailOf.get(address)?.arrivedAt.push(performance.now());
  });
  /** Counts the missing ones of the first `count`. */
  const missing = (count: number) =>
    mails.slice(0, count).filter((mail) => mail.acceptedAt && mail.arrivedAt.length === 0).length;

  return {
    mails,
    problems,
    hearts: [...doors.map(({ heart }) => heart), delivers],
    async settled(withinMs) {
      const count = mails.length;
      await eventually('all that was accepted arrives', () => missing(count) === 0, withinMs).catch(() => {
        throw new Error(`${missing(count)} accepted mails have not arrived after ${withinMs / 1_000} s`);
      });
    },
    async finish() {
      clearInterval(timer);
      await Promise.all(open);
      await eventually('all arrives', () => missing(mails.length) === 0, LAST_WITHIN_MS).catch(() => {});
    },
  };
}

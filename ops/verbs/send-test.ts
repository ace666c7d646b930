// Sends a mail through the whole service and follows it: accepted, woken in the queue, claimed by a worker, answered by a
// server. A mail that does not come through says why, in the words of `list-stuck`.
import { setTimeout as delay } from 'node:timers/promises';
import { explainStuckRow } from '../../shared/platform/work/explain.ts';
import { findUndoneRow } from '../../shared/platform/work/stuck.ts';
import { createAcceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import { sendingWork } from '../../shared/resources/messaging/emails/delivery/work.ts';
import { type FollowedMail, followMail } from '../../shared/resources/messaging/emails/notices/follow.ts';
import { submitTestMail } from '../../shared/resources/people/notices/test-mail.ts';
import { noWakeUps } from '../no-wake-ups.ts';
import { readAddress, readCount, readDomain } from '../read-words.ts';
import type { OpsDeps, Verb } from '../verb.ts';
import { findSituation } from './list-stuck.ts';

const WAIT_SECONDS = 60;
const WAIT_SECONDS_MAX = 3_600;
/** Short against an attempt, so that most of its steps are seen. */
const CHECK_EVERY_MS = 50;

type State = FollowedMail['state'];

/** A server has accepted the mail. A complaint follows later, the simulator's at once. */
const ACCEPTED: ReadonlySet<State> = new Set<State>(['sent', 'delivered', 'complained']);
const ON_ITS_WAY: ReadonlySet<State> = new Set<State>(['queued', 'sending', 'delivery_delayed']);

/** When a state was seen for the first time, after the command began. */
interface Step {
  status: 'accepted' | State;
  after_ms: number;
}

/** How the mail was followed. */
interface Followed {
  mail: FollowedMail;
  steps: Step[];
  /** The reason why it has not advanced, as a sentence; null: it has ended. */
  why: string | null;
}

export const sendTestVerb: Verb = {
  summary: 'Sends an email to an address through the whole service, and follows it until the server replies.',
  parameters: ['address'],
  options: {
    domain: {
      value: 'domain',
      summary: 'the domain of your account to send from; default: the one that sends service mail',
    },
    wait: {
      value: 'seconds',
      summary: `how long to follow it, up to ${WAIT_SECONDS_MAX}; default: ${WAIT_SECONDS}`,
    },
  },
  audit: 'in transaction',
  async run({ address = '', domain, wait = String(WAIT_SECONDS) }, deps) {
    const to = readAddress(address);
    const domainName = domain === undefined ? undefined : readDomain(domain);
    const waitMs = readCount(wait, 'wait', WAIT_SECONDS_MAX) * 1_000;
    const startedAt = performance.now();
    const id = await submit(deps, to, domainName);
    return toTest(await follow(deps, id, { startedAt, waitMs }));
  },
  isBadNews: (result) => !ACCEPTED.has((result as ReturnType<typeof toTest>).status),
};

/** Without a queue the mail is accepted too, as the API accepts it; then `why` says that the queue does not answer. */
async function submit(deps: OpsDeps, to: string, domainName: string | undefined): Promise<string> {
  const { database, ids, clock, service, act } = deps;
  const queues = await deps.queues().catch(() => noWakeUps);
  const { simulatorDomains, publicUrl } = service;
  const acceptor = createAcceptor({ database, ids, queues, simulatorDomains, passCrashPoint: () => {} });
  return await submitTestMail({ database, ids, clock, acceptor }, { to, domainName, publicUrl, act });
}

async function follow(
  deps: OpsDeps,
  id: string,
  { startedAt, waitMs }: { startedAt: number; waitMs: number },
): Promise<Followed> {
  const { database, clock } = deps;
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const steps: Step[] = [{ status: 'accepted', after_ms: elapsedMs() }];
  const deadlineMs = elapsedMs() + waitMs;
  for (let why: string | null | undefined; ; ) {
    const mail = await followMail(database, id);
    const { state, nextAttemptAt } = mail;
    if (state !== steps.at(-1)?.status) steps.push({ status: state, after_ms: elapsedMs() });
    if (!ON_ITS_WAY.has(state)) return { mail, steps, why: null };
    if (why !== undefined) return { mail, steps, why };
    // It does not wait for a try after the time limit.
    const nextTryMs = state === 'delivery_delayed' && nextAttemptAt ? +nextAttemptAt - +clock.now() : 0;
    // The last read sees mail that was delivered in the meantime.
    if (deadlineMs - elapsedMs() <= nextTryMs) why = await explain(deps, mail);
    else await delay(CHECK_EVERY_MS);
  }
}

/** @returns null: it has just ended */
async function explain(deps: OpsDeps, { recipientId }: FollowedMail): Promise<string | null> {
  const { definition } = sendingWork.table;
  const row = await findUndoneRow(deps.database, definition, deps.clock.now(), recipientId);
  return row ? explainStuckRow(row, await findSituation(sendingWork, deps)) : null;
}

function toTest({ mail, steps, why }: Followed) {
  return {
    object: 'test_email',
    id: mail.id,
    account_id: mail.accountId,
    message_id: mail.messageId,
    from: mail.from,
    to: mail.to,
    status: mail.state,
    smtp_code: mail.smtpCode,
    smtp_reply: mail.smtpReply,
    attempts: mail.attempts,
    why,
    steps,
    events: mail.events.map(({ type, created_at, data }) => {
      return { type, created_at: new Date(created_at), ...data };
    }),
  };
}

// The crash flow of submission: programs submit mail of every form by SMTP, and repeat what was not answered, and some of
// what was, while the submission process, Postgres and Redis are killed at named and at random instants. Afterwards each
// message is judged alone: what was answered 250 has arrived, with a Message-ID or an idempotency key exactly once. A
// message without either may be there as often as its answer was lost.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { expect } from 'chai';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { HAS_REDIS } from '../support/queues/redis.ts';
import { eventually } from '../support/time/eventually.ts';
import { type CrashStack, startCrashPostgres, startCrashStack } from './support/crash-stack.ts';
import { deliverMail } from './support/deliver-mail.ts';
import {
  freezeRedis,
  inEachRound,
  killSubmission,
  restartPostgres,
  restartRedis,
  scheduleDisruptions,
} from './support/disruptions.ts';

const MAILS = extent('SUBMISSION_FLOW_MAILS', 80, 4_000);
const MAILS_A_ROUND = 1_000;
const ROUNDS = Math.ceil(MAILS / MAILS_A_ROUND);
const CLIENTS = 12;
/** The wait of the client, before it tries again what was not answered 250. */
const BACK_OFF_MS = 200;
const DEADLINE_MS = 180_000 + 200 * MAILS;
/** One in so many has no Message-ID, and as many have an idempotency key in its place. */
const ANONYMOUS_EACH = 10;
/** One in so many is submitted again after it was answered. */
const REPEATED_EACH = 4;
/** One in so many is kept as it arrived; the others have a text and a file. */
const KEPT_EACH = 3;
/** Two in so many are longer than what is held in memory (smtp/content/message-content.ts). */
const LARGE_EACH = 50;
const LARGE_FILE_BYTES = 300 * 1024;
const SMALL_FILE_BYTES = 600;
/** The passes at each of two named instants, until the process dies there. */
const PASSES = extent('SUBMISSION_FLOW_PASSES', 2, 4);
/** No worker is killed, so none must look dead; the sweeper runs each second. */
const LEASE_RENEW_MS = 1_000;

interface Mail {
  from: string;
  to: string;
  content: string;
  /** The bytes of what is stored: the file, or the message that is kept. */
  bytes: number;
  /** It has a Message-ID or an idempotency key. */
  isOnce: boolean;
  answers: number;
  /** How many of them. */
  wanted: number;
  /** The ids of the emails that the answers named. */
  ids: Set<string>;
  /** How often its content was sent, and the connection broke before the answer. */
  lost: number;
}

for (const backend of IS_LONG && HAS_REDIS ? (['postgres', 'redis'] as const) : (['postgres'] as const))
  describe(`Mail that is submitted, with processes that are killed, queues on ${backend}`, function () {
    this.timeout(DEADLINE_MS);
    let postgres: ThrowawayCluster;
    let stack: CrashStack;
    let mails: Mail[];
    /** Replies that say that a good message is wrong. */
    const refusals: string[] = [];

    before(async () => {
      postgres = await startCrashPostgres();
      const submission = [`accept-commit-sent:${PASSES}`, `accept-committed:${PASSES}`];
      stack = await startCrashStack({
        backend,
        postgres,
        crashes: { submission },
        leaseRenewMs: LEASE_RENEW_MS,
      });
      mails = Array.from({ length: MAILS }, (_, number) => planMail(number, stack.from));
      const schedule = scheduleDisruptions(stack, DISRUPTIONS, MAILS);
      try {
        await submitAll(schedule.onProgress, async () => {
          await schedule.finished();
          await stack.endReservations();
        });
      } finally {
        await schedule.settled();
      }
      await eventually('all of it is sent', isAllSent, DEADLINE_MS);
    });
    after(async () => {
      await stack?.stop();
      await postgres.stop();
    });

    const query = async (text: string) => (await stack.database.query(text)).rows;
    const isAllSent = async () =>
      (await query(`SELECT FROM email_recipients WHERE state <> 'delivered' LIMIT 1`)).length === 0;

    /** Like the queue of a mail server: what was not answered 250 is tried again after the others. */
    const submitAll = async (onProgress: (answered: number) => void, onAnswered: () => Promise<void>) => {
      const waiting = [...mails];
      let answered = 0;
      const countAnswer = async () => {
        answered += 1;
        onProgress(answered);
        if (answered === MAILS) await onAnswered();
      };
      const backOff = async (mail: Mail) => {
        await pauseOf(BACK_OFF_MS);
        // Its idempotency key is held by a process that is dead, or by one whose answer was lost.
        if (mail.lost > 0) await stack.endReservations().catch(() => {});
      };
      const keepSubmitting = async () => {
        for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
          if (!(await isAnswered(mail))) await backOff(mail);
          else if (mail.answers === 1) await countAnswer();
          if (mail.answers < mail.wanted) waiting.push(mail);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, keepSubmitting));
    };
    const isAnswered = async (mail: Mail) => {
      let isSent = false;
      const onSent = () => {
        isSent = true;
      };
      const reply = await deliverMail(stack.submissionsPort, mail, { apiKey: stack.apiKey, onSent });
      const [, id] = /^250 2\.0\.0 Queued as (\S+)$/.exec(reply) ?? [];
      if (id) mail.ids.add(id);
      else if (/^[25]/.test(reply)) refusals.push(reply);
      else if (reply === '' && isSent) mail.lost += 1;
      const isOver = id !== undefined || reply.startsWith('5');
      if (isOver) mail.answers += 1;
      return isOver;
    };

    it('is never refused as wrong', () => {
      expect(refusals).to.deep.equal([]);
      expect(stack.submission?.deaths()).to.be.at.least(2 + ROUNDS);
    });

    it('arrives once it is answered 250, and with a Message-ID or an idempotency key exactly once', () => {
      const arrived = new Map<string, number>();
      for (const { to } of stack.sink.messages)
        for (const address of to) arrived.set(address, (arrived.get(address) ?? 0) + 1);
      for (const { to, isOnce, lost, ids } of mails) {
        expect(arrived.get(to) ?? 0, to).to.be.within(1, isOnce ? 1 : 1 + lost);
        expect(ids, to).to.have.property('size', 1);
      }
    });

    it('is stored as it was answered, with all of its octets, and sent once', async () => {
      const stored = new Map<string, { ids: string[]; sizes: number[] }>();
      for (const { id, address, size } of await query(STORED)) {
        const found = stored.get(address) ?? { ids: [], sizes: [] };
        stored.set(address, { ids: [...found.ids, id], sizes: [...found.sizes, size] });
      }
      const emails = [...stored.values()].flatMap(({ ids }) => ids);
      expect(stack.sink.messages).to.have.length(emails.length);
      for (const { to, bytes, ids } of mails) {
        const found = stored.get(to);
        expect(found?.ids, to).to.include.members([...ids]);
        expect([...new Set(found?.sizes)], to).to.deep.equal([bytes]);
      }
    });

    it('leaves no octets but those of emails, and uploads that retention removes', async () => {
      const left = await query(`
        SELECT id FROM attachment_chunks
        EXCEPT (SELECT stored_id FROM email_attachments UNION SELECT content_id FROM email_kept_messages
                UNION SELECT id FROM attachment_uploads)`);
      expect(left).to.deep.equal([]);
    });
  });

/** What dies, in each round after the planned deaths. */
const DISRUPTIONS = inEachRound(ROUNDS, [
  { between: [0.55, 0.65], strike: killSubmission },
  { between: [0.65, 0.75], strike: restartPostgres },
  { between: [0.75, 0.85], strike: restartRedis },
  ...(IS_LONG ? [{ between: [0.85, 0.95] as [number, number], strike: freezeRedis }] : []),
]);

const STORED = `
  SELECT email.id, recipient.address, sum(octet_length(bytes))::integer AS size
  FROM emails AS email
  JOIN email_recipients AS recipient ON recipient.email_id = email.id
  LEFT JOIN email_attachments AS file ON file.email_id = email.id
  LEFT JOIN email_kept_messages AS kept ON kept.id = email.id
  LEFT JOIN attachment_chunks AS chunk ON chunk.id = coalesce(file.stored_id, kept.content_id)
  GROUP BY email.id, recipient.address`;

function planMail(number: number, from: string): Mail {
  const to = `number${number}@customer.dev`;
  const isKept = number % KEPT_EACH === 1;
  const isLarge = number % LARGE_EACH < 2;
  const isAnonymous = number % ANONYMOUS_EACH === 0;
  const file = Buffer.alloc(isLarge ? LARGE_FILE_BYTES : SMALL_FILE_BYTES, `${number} `);
  const id =
    number % ANONYMOUS_EACH === 5
      ? `X-Posthorn-Idempotency-Key: number ${number}`
      : `Message-ID: <${number}@customer.dev>`;
  const header = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: number ${number}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/${isKept ? 'signed' : 'mixed'}; boundary=b`,
  ];
  const body = [
    '--b',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--b',
    `Content-Type: application/${isKept ? 'pgp-signature' : 'octet-stream'}`,
    'Content-Disposition: attachment; filename=a.bin',
    'Content-Transfer-Encoding: base64',
    '',
    ...(file.toString('base64').match(/.{1,76}/g) ?? []),
    '--b--',
    '',
  ];
  const write = (...fields: string[]) => [...header, ...fields, '', ...body].join('\r\n');
  const isKeyed = id.startsWith('X-');
  return {
    from: 'bounces@customer.dev',
    to,
    content: write(...(isAnonymous ? [] : [id])),
    bytes: isKept ? Buffer.byteLength(write(...(isAnonymous || isKeyed ? [] : [id]))) : file.length,
    isOnce: !isAnonymous,
    answers: 0,
    wanted: !isAnonymous && number % REPEATED_EACH === 1 ? 2 : 1,
    ids: new Set<string>(),
    lost: 0,
  };
}

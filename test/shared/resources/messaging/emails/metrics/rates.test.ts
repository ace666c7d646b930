// Rates of email metrics, held against the recipients themselves: whatever outcomes workers record, each recipient is
// counted once, by the state and the time of its row. The outcomes are random and recorded in a real database.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Counts,
  countRecipients,
  metricFrom,
} from '../../../../../../shared/resources/messaging/emails/metrics/counts.ts';
import {
  addCounts,
  findMetrics,
  type MetricsGroup,
} from '../../../../../../shared/resources/messaging/emails/metrics/find.ts';
import {
  type MetricsTimeRange,
  readMetricsTime,
} from '../../../../../../shared/resources/messaging/emails/metrics/period.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { type Attempt, mail, SPAN_MINUTES } from './random-mail.ts';
import { type RandomMailAccount, timeOf, useRandomMail } from './record-random-mail.ts';

const RUNS = 60;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const question = fc.record({
  minute: fc.integer({ min: -60, max: SPAN_MINUTES }),
  minutes: fc.integer({ min: 1, max: SPAN_MINUTES }),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
  granularity: fc.constantFrom('hourly' as const, 'daily' as const, 'weekly' as const),
  dimensions: fc.subarray(['period', 'domain', 'email'] as const),
  domain: fc.option(fc.nat({ max: 1 })),
  isByEmail: fc.boolean(),
});
type Question = ReturnType<typeof question.generate>['value'];

const THREE_HOURS: Omit<Question, 'isByEmail'> = {
  minute: 0,
  minutes: 180,
  timezone: 'UTC',
  granularity: 'hourly',
  dimensions: ['period'],
  domain: null,
};

/** A recipient's state, and since when. */
interface Recipient {
  state: string;
  at: Date;
  domainId: string;
  emailId: string;
}

describe('Counts each recipient once in attempted, delivery_rate and bounce_rate, by its last state, so that the shares of delivered, bounced and failed never exceed 1.', () => {
  const database = useDatabase();
  const { createSendingAccount, attemptAll } = useRandomMail(database);

  it('for any outcomes, over any time and by any dimensions', async () => {
    const property = fc.asyncProperty(
      fc.array(mail, { minLength: 1, maxLength: 4 }),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (mails, questions) => {
        const account = await createSendingAccount();
        await attemptAll(account, mails);
        const recipients = await readRecipients(account.id);
        for (const asked of questions) await expectShares(account, asked, recipients);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('when a recipient is reported as delivered, and later as bounced', async () => {
    const account = await createSendingAccount();
    const sent = (...reports: Attempt['reports']) => [
      { result: 'sent' as const, isLate: false, minute: 5, reports },
    ];
    const delivered = { result: 'delivered' as const, minute: 65 };
    const bounced = { result: 'bounced' as const, minute: 125 };
    await attemptAll(account, [
      { domain: 0, recipients: [sent(delivered), sent(delivered, bounced), sent()] },
    ]);
    const recipients = await readRecipients(account.id);
    for (const isByEmail of [false, true]) {
      const { groups } = await ask(account, { ...THREE_HOURS, isByEmail }, recipients);
      const shares = groups.map(({ counts }) => [
        metricFrom(counts, 'delivery_rate'),
        metricFrom(counts, 'bounce_rate'),
      ]);
      expect(shares).to.deep.equal([
        [0, 0],
        [1, 0],
        [0, 1],
      ]);
      expect(groups.map(({ counts }) => metricFrom(counts, 'attempted'))).to.deep.equal([1, 1, 1]);
      const { sent: all, delivered: taken } = addCounts(groups);
      expect([all, taken], 'counts are counts of events').to.deep.equal([3, 2]);
    }
  });

  for (const result of ['bounced', 'failed'] as const) {
    it(`when a success is recorded after the recipient has ${result}, two hours later`, async () => {
      const account = await createSendingAccount();
      const failed = { result, isLate: false, minute: 5, reports: [] };
      const late = { result: 'delivered' as const, isLate: true, minute: 125, reports: [] };
      await attemptAll(account, [{ domain: 0, recipients: [[failed, late], [failed], [failed]] }]);
      const recipients = await readRecipients(account.id);
      for (const isByEmail of [false, true]) {
        const { groups } = await ask(account, { ...THREE_HOURS, isByEmail }, recipients);
        expect(groups.map(({ counts }) => counts[result] ?? 0)).to.deep.equal([3, 0, 0]);
        expect(groups.map(({ counts }) => countRecipients(counts)[result])).to.deep.equal([2, 0, 0]);
        expect(groups.map(({ counts }) => metricFrom(counts, 'delivery_rate'))).to.deep.equal([0, 0, 1]);
        expect(metricFrom(addCounts(groups), 'delivery_rate')).to.equal(0.3333);
      }
    });
  }

  async function readRecipients(accountId: string): Promise<Recipient[]> {
    const { rows } = await database.pool.query<Recipient>(
      // A recipient that complains stays delivered.
      `SELECT state, domain_id AS "domainId", email_id AS "emailId", CASE state WHEN 'complained' THEN (
         SELECT max(created_at) FROM email_events AS event
         WHERE event.email_id = emails.id AND recipient = address AND type = 'delivered'
       ) ELSE updated_at END AS at
       FROM email_recipients JOIN emails ON emails.id = email_id WHERE emails.account_id = $1`,
      [accountId],
    );
    return rows;
  }

  async function ask(account: RandomMailAccount, asked: Question, recipients: readonly Recipient[]) {
    const { dimensions, domain, timezone, granularity } = asked;
    const start_date = timeOf(asked.minute).toISOString();
    const end_date = timeOf(asked.minute + asked.minutes).toISOString();
    const time = readMetricsTime({ start_date, end_date, timezone, granularity }, new Date());
    const isByEmail = asked.isByEmail || dimensions.includes('email');
    const groups = await findMetrics(database.pool, {
      accountId: account.id,
      time,
      dimensions,
      ...(domain !== null && { domainIds: [account.domainIds[domain] ?? ''] }),
      ...(isByEmail && { emailIds: recipients.map(({ emailId }) => emailId) }),
    });
    return { time, groups };
  }

  async function expectShares(account: RandomMailAccount, asked: Question, recipients: readonly Recipient[]) {
    const { time, groups } = await ask(account, asked, recipients);
    const from = Math.floor(time.startsAt.getTime() / QUARTER_MS) * QUARTER_MS;
    const to = Math.ceil(time.endsAt.getTime() / QUARTER_MS) * QUARTER_MS;
    const domainId = asked.domain === null ? undefined : account.domainIds[asked.domain];
    const counted = recipients.filter(
      (recipient) =>
        recipient.at.getTime() >= from &&
        recipient.at.getTime() < to &&
        (domainId === undefined || recipient.domainId === domainId),
    );
    expectSharesOf(addCounts(groups), counted);
    for (const group of groups) {
      expectSharesOf(
        group.counts,
        counted.filter((recipient) => isIn(group, recipient, time)),
      );
    }
  }
});

function isIn(
  { period, domain, emailId }: MetricsGroup,
  recipient: Recipient,
  { periods }: MetricsTimeRange,
) {
  const [current] = periods.filter((start) => start <= recipient.at).slice(-1);
  return (
    (!period || period.getTime() === current?.getTime()) &&
    (!domain || domain.id === recipient.domainId) &&
    (!emailId || emailId === recipient.emailId)
  );
}

function expectSharesOf(counts: Counts, recipients: readonly Recipient[]): void {
  const number = (...states: string[]) => recipients.filter(({ state }) => states.includes(state)).length;
  const delivered = number('delivered', 'complained');
  const bounced = number('bounced');
  const failed = number('failed');
  const all = number('sent') + delivered + bounced + failed;
  const share = (part: number) => (all === 0 ? 0 : Math.floor((part * 10_000) / all) / 10_000);
  expect(metricFrom(counts, 'delivery_rate')).to.equal(share(delivered));
  expect(metricFrom(counts, 'bounce_rate')).to.equal(share(bounced));
  const found = countRecipients(counts);
  expect([found.failed, found.sentOrFailed]).to.deep.equal([failed, all]);
  expect((found.delivered ?? 0) + found.bounced + found.failed).to.be.at.most(found.sentOrFailed);
}

// The days of sending, held against the recipients themselves: whatever attempts and reports are recorded, in any order, each
// recipient whom a server has judged is counted once, by its last state. The outcomes are random and in a real database.
import { expect } from 'chai';
import fc from 'fast-check';
import { useDatabase } from '../../../../support/database/database.ts';
import { type Mail, mail } from '../../messaging/emails/metrics/random-mail.ts';
import { useRandomMail } from '../../messaging/emails/metrics/record-random-mail.ts';

const RUNS = 60;

interface Day {
  domain: string;
  day: string;
  judged: number;
  bounced: number;
  complained: number;
}

const OF_RECIPIENTS = `
  WITH judged AS (
    SELECT domain_id AS domain, recipient.state, recipient.smtp_code, recipient.updated_at, recipient.complained_at, (
      SELECT min(event.created_at) FROM email_events AS event
      WHERE event.email_id = emails.id AND event.recipient = address AND event.type = 'sent') AS sent_at
    FROM email_recipients AS recipient JOIN emails ON emails.id = email_id
    WHERE emails.account_id = $1
  ), counted AS (
    SELECT domain, coalesce(sent_at, updated_at) AS at, 1 AS judged, (state = 'bounced')::integer AS bounced, 0 AS complained
    FROM judged WHERE sent_at IS NOT NULL OR (state IN ('bounced', 'failed') AND smtp_code IS NOT NULL)
    UNION ALL SELECT domain, complained_at, 0, 0, 1 FROM judged WHERE state = 'complained'
  )
  SELECT domain, (at AT TIME ZONE 'UTC')::date::text AS day, sum(judged)::integer AS judged,
         sum(bounced)::integer AS bounced, sum(complained)::integer AS complained
  FROM counted GROUP BY 1, 2 ORDER BY 1, 2`;

const OF_DAYS = `
  SELECT domain_id AS domain, day::text, sum(judged)::integer AS judged, sum(bounced)::integer AS bounced,
         sum(complained)::integer AS complained
  FROM sending_days WHERE account_id = $1 GROUP BY 1, 2
  HAVING sum(judged) <> 0 OR sum(bounced) <> 0 OR sum(complained) <> 0 ORDER BY 1, 2`;

/** Only the simulator complains without a report, and it is no server. */
const withoutSimulator = (one: Mail): Mail => ({
  ...one,
  recipients: one.recipients.map((attempts) =>
    attempts.map((each) => ({ ...each, result: each.result === 'complained' ? 'delivered' : each.result })),
  ),
});

describe('The days of sending', () => {
  const database = useDatabase();
  const { createSendingAccount, attemptAll } = useRandomMail(database);

  it('count each recipient once, by its last state, bounces with their mail', async () => {
    const property = fc.asyncProperty(fc.array(mail, { minLength: 1, maxLength: 4 }), async (mails) => {
      const account = await createSendingAccount();
      await attemptAll(account, mails.map(withoutSimulator));
      const { rows: counted } = await database.pool.query<Day>(OF_DAYS, [account.id]);
      const { rows: expected } = await database.pool.query<Day>(OF_RECIPIENTS, [account.id]);
      expect(counted).to.deep.equal(expected);
      for (const { judged, bounced } of counted) expect(bounced).to.be.at.most(judged);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});

// Group commit of accepted emails: few transactions, and an email at fault does not affect the others of its group
// (docs/architecture/guarantees.md#group-commit).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Acceptor } from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { createSuppression } from '../../../../../support/factories/factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { mailboxes } from './new-email.ts';
import { useAcceptor } from './use-acceptor.ts';

const addressAt = (domain: string) => mailboxes(`ana@${domain}`)[0] ?? expect.fail();

describe('accepting emails', () => {
  const test = useAcceptor();
  const { email, storedIds } = test;
  const recipientIds = () => storedIds('email_recipients');
  const wokenIds = () => test.passed.filter((entry) => !entry.startsWith('accept-'));
  let acceptor: Acceptor;
  beforeEach(() => {
    acceptor = test.create(test.database.pool);
  });
  afterEach(() => acceptor.drain());

  /** Number of transactions that have written to `emails`. */
  const writingTransactions = async () => {
    const { rows } = await test.database.pool.query<{ count: number }>(
      'SELECT count(DISTINCT xmin::text)::integer AS count FROM emails',
    );
    return rows[0]?.count;
  };

  describe('in groups', () => {
    it('stores 200 emails that arrive together in few transactions, and answers each with its own id', async () => {
      const emails = Array.from({ length: 200 }, () => email());
      const answered = await Promise.all(emails.map((each) => acceptor.accept(each)));
      expect(answered).to.deep.equal(emails.map(({ id }) => id));
      expect(await storedIds()).to.deep.equal([...answered].sort());
      // Groups of up to 100.
      expect(await writingTransactions()).to.equal(2);
    });

    it('stores a single email at once, without waiting for others', async () => {
      const { id } = email();
      expect(await acceptor.accept(email({ id }))).to.equal(id);
      expect(test.passed).to.deep.equal([
        'accept-commit-sent',
        'accept-committed',
        ...(await recipientIds()),
      ]);
    });

    it('keeps the emails of a group apart: each has its own account, contents and recipients', async () => {
      const senders = [await test.createSender(), await test.createSender()];
      const emails = Array.from({ length: 40 }, (_, index) => {
        const { accountId, domain } = senders[index % 2] ?? expect.fail();
        const rare = index % 5 === 0;
        return email({
          accountId,
          from: addressAt(domain.name),
          subject: `subject ${index}`,
          text: `text ${index}`,
          html: rare ? `html ${index}` : null,
          tags: rare ? [{ name: 'number', value: String(index) }] : [],
          headers: rare ? { 'X-Number': String(index) } : {},
        });
      });
      await Promise.all(emails.map((each) => acceptor.accept(each)));
      const { rows } = await test.database.pool.query(
        `SELECT emails.id, emails.account_id AS "accountId", subject, html, text, tags, headers,
                count(recipient.id)::integer AS recipients, min(recipient.account_id::text) AS "recipientAccount"
         FROM emails JOIN email_contents AS contents ON contents.id = content_id
         JOIN email_recipients AS recipient ON recipient.email_id = emails.id
         GROUP BY emails.id, contents.id ORDER BY emails.id`,
      );
      expect(rows).to.deep.equal(
        emails.map(({ id, accountId, subject, html, text, tags, headers }) => ({
          id,
          accountId,
          subject,
          html,
          text,
          tags: tags.length > 0 ? tags : null,
          headers: Object.keys(headers).length > 0 ? headers : null,
          recipients: 1,
          recipientAccount: accountId,
        })),
      );
    });

    it("checks the suppression list of each email's own account", async () => {
      const senders = [await test.createSender(), await test.createSender(), await test.createSender()];
      await createSuppression(test.database.pool, senders[1]?.accountId ?? '', 'bo@customer.dev');
      const holders = [acceptor.accept(email()), acceptor.accept(email())];
      const outcomes = await Promise.allSettled(
        senders.map(({ accountId, domain }) =>
          acceptor.accept(email({ accountId, from: addressAt(domain.name) })),
        ),
      );
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
      await Promise.all(holders);
    });

    it('wakes no recipient before the commit, and each one once after it', async () => {
      await Promise.all(Array.from({ length: 20 }, () => acceptor.accept(email())));
      expect(wokenIds().sort()).to.deep.equal(await recipientIds());
      const firstWoken = test.passed.findIndex((entry) => !entry.startsWith('accept-'));
      expect(test.passed.slice(0, firstWoken)).to.include.members(['accept-commit-sent', 'accept-committed']);
    });

    it('does not wake a dropped recipient', async () => {
      await acceptor.accept(email({ to: mailboxes('bo@customer.dev', 'x@example.com') }));
      const { rows } = await test.database.pool.query(
        "SELECT id FROM email_recipients WHERE state = 'queued'",
      );
      expect(wokenIds()).to.deep.equal(rows.map(({ id }) => id));
      expect(wokenIds()).to.have.length(1);
    });

    it('wakes no recipient of a refused email', async () => {
      const refused = await failureOf(
        acceptor.accept(email({ accountId: (await test.createSender()).accountId })),
      );
      expect(refused.name).to.equal('validation_error');
      expect(test.passed).to.deep.equal([]);
    });

    it('resolves drain when all submitted emails are stored', async () => {
      const accepting = Array.from({ length: 150 }, () => acceptor.accept(email()));
      await acceptor.drain();
      expect(await storedIds()).to.have.length(150);
      await Promise.all(accepting);
    });
  });

  describe('with one email at fault', () => {
    /** Submits these as one group: they come in one turn of the event loop. */
    const asOneGroup = (emails: NewEmail[]) =>
      Promise.allSettled(emails.map((each) => acceptor.accept(each)));

    it('refuses only that email, and stores the others under their ids', async () => {
      const taken = await acceptor.accept(email());
      const group = [email(), email({ id: taken, subject: 'Another one' }), email()];
      const outcomes = await asOneGroup(group);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
      expect((outcomes[1] as PromiseRejectedResult).reason.code).to.equal('23505');
      expect(await storedIds()).to.include.members([group[0]?.id, group[2]?.id]);
      const { rows } = await test.database.pool.query('SELECT subject FROM emails WHERE id = $1', [taken]);
      expect(rows).to.deep.equal([{ subject: 'Hello' }]);
    });

    it('wakes the recipients of the others only', async () => {
      const taken = await acceptor.accept(email());
      await asOneGroup([email(), email({ id: taken }), email()]);
      expect(wokenIds().sort()).to.deep.equal(await recipientIds());
    });

    it('refuses only the email with a text that Postgres cannot store (SQLSTATE 22)', async () => {
      const group = [email(), email({ subject: 'a\0b' }), email()];
      const outcomes = await asOneGroup(group);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
      expect((outcomes[1] as PromiseRejectedResult).reason.code).to.equal('22021');
    });

    it('refuses only the email that breaks a rule of the API, without a second transaction', async () => {
      const group = [email(), email({ boundDomainId: randomUUID() }), email()];
      const outcomes = await asOneGroup(group);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
      expect((outcomes[1] as PromiseRejectedResult).reason.name).to.equal('validation_error');
      expect(await writingTransactions()).to.equal(1);
    });

    it('fails the whole group without a retry when the error is not caused by data', async () => {
      // A sequence is not rolled back with its transaction.
      await test.database.pool.query(`
        CREATE SEQUENCE tries;
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'a bug'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON emails EXECUTE FUNCTION refuse()`);
      try {
        const settled = await Promise.allSettled([1, 2, 3, 4, 5].map(() => acceptor.accept(email())));
        const codes = settled.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
        expect(codes).to.deep.equal(['P0001', 'P0001', 'P0001', 'P0001', 'P0001']);
        const { rows } = await test.database.pool.query<{ tries: number }>(
          'SELECT last_value::integer AS tries FROM tries',
        );
        expect(rows).to.deep.equal([{ tries: 1 }]);
        expect(test.passed).to.deep.equal([]);
      } finally {
        await test.database.pool.query('DROP FUNCTION refuse() CASCADE; DROP SEQUENCE tries');
      }
    });
  });
});

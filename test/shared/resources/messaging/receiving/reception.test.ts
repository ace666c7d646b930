// Storing messages before they are answered 250: in groups, once each, and known after a lost answer to COMMIT.
import { expect } from 'chai';
import { DIGEST_HOURS } from '../../../../../shared/resources/messaging/receiving/inbound/digests.ts';
import type {
  InboundRecipient,
  Reception,
} from '../../../../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { untilBlocked } from '../../../../support/database/blocked-sessions.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { inboundMessage, MAIL_HOSTNAME, useReception } from './use-reception.ts';

const DELETE_DOMAIN = 'DELETE FROM domains WHERE account_id = $1';
const SWITCH_OFF = 'UPDATE domains SET receiving_enabled = false WHERE account_id = $1';

describe('the reception', () => {
  const test = useReception();
  let reception: Reception;
  beforeEach(() => {
    reception = test.create();
  });
  afterEach(() => reception.drain());

  const query = async (sql: string, values: unknown[] = []) =>
    (await test.database.pool.query(sql, values)).rows;
  const storedFor = async ({ accountId }: InboundRecipient) =>
    await query(
      `SELECT id, received_for AS "receivedFor", size,
              (SELECT string_agg(encode(bytes, 'escape'), '' ORDER BY number) FROM received_chunks WHERE id = raw_id) AS text
       FROM received_emails JOIN received_contents USING (id) WHERE received_emails.account_id = $1 ORDER BY id`,
      [accountId],
    );

  describe('stores', () => {
    it('messages that arrive together in few transactions, and wakes a worker for each', async () => {
      const receiver = await test.createReceiver();
      const texts = Array.from({ length: 150 }, (_, number) => `message ${number}`);
      await Promise.all(texts.map((text) => reception.store(inboundMessage([receiver], text))));
      const stored = await storedFor(receiver);
      expect(stored.map(({ text }) => text)).to.have.members(texts);
      const [{ count }] = await query(
        'SELECT count(DISTINCT xmin::text)::integer AS count FROM received_emails',
      );
      expect(count).to.be.at.most(3);
      expect(test.woken.map(({ id }) => id)).to.have.members(stored.map(({ id }) => id));
    });

    it('one email for all recipients of an account, and one for each account, with bytes of its own', async () => {
      const one = await test.createReceiver();
      const other = await test.createReceiver();
      const second = { ...one, address: one.address.replace('ana', 'bo') };
      await reception.store(inboundMessage([one, other, second], 'for three'));
      expect(await storedFor(one)).to.containSubset([
        { receivedFor: [one.address, second.address], text: 'for three', size: 9 },
      ]);
      expect(await storedFor(other)).to.containSubset([{ receivedFor: [other.address], text: 'for three' }]);
    });

    it('a message that was written while it arrived, for each account', async () => {
      const one = await test.createReceiver();
      const other = await test.createReceiver();
      const upload = reception.openUpload();
      const text = 'x'.repeat(300_000);
      await upload.write(Buffer.from(text));
      await reception.store(inboundMessage([one, other], '', { content: await upload.end() }));
      for (const receiver of [one, other])
        expect(await storedFor(receiver)).to.containSubset([{ size: text.length, text }]);
      expect(await query('SELECT FROM attachment_uploads')).to.deep.equal([]);
    });

    it('nothing for an account or a domain that was lost while the message arrived, and all of it for the others', async () => {
      const upload = reception.openUpload();
      const text = 'x'.repeat(300_000);
      await upload.write(Buffer.from(text));
      const content = await upload.end();
      for (const losses of [
        [DELETE_DOMAIN, 'DELETE FROM audiences WHERE account_id = $1', 'DELETE FROM accounts WHERE id = $1'],
        [DELETE_DOMAIN],
        [`UPDATE domains SET status = 'failed' WHERE account_id = $1`],
        [SWITCH_OFF],
      ]) {
        const gone = await test.createReceiver();
        const alive = await test.createReceiver();
        for (const loss of losses) await query(loss, [gone.accountId]);
        expect(await reception.store(inboundMessage([gone], '', { content }))).to.equal('dropped');
        expect(await reception.store(inboundMessage([gone, alive], '', { content, digest: null }))).to.equal(
          'stored',
        );
        expect(await storedFor(alive)).to.containSubset([{ text }]);
        expect(await storedFor(gone), losses.at(-1)).to.deep.equal([]);
      }
      await reception.discardUpload(content.id);
      expect(
        await query(
          'SELECT DISTINCT id FROM received_chunks WHERE id NOT IN (SELECT raw_id FROM received_contents)',
        ),
      ).to.deep.equal([]);
    });

    it('nothing for a domain whose deletion has begun, which it waits for', async () => {
      const receiver = await test.createReceiver();
      const deleter = await test.database.pool.connect();
      try {
        await deleter.query('BEGIN');
        await deleter.query(DELETE_DOMAIN, [receiver.accountId]);
        const stored = reception.store(inboundMessage([receiver], 'late'));
        await untilBlocked(test.database.pool, deleter);
        await deleter.query('COMMIT');
        expect(await stored).to.equal('dropped');
      } finally {
        await deleter.query('ROLLBACK');
        deleter.release();
      }
    });

    it('a message for the recipients whose domain still receives, and for the others when it comes again', async () => {
      const lost = await test.createReceiver();
      const message = inboundMessage([lost], 'of two owners');
      const both = inboundMessage(
        [lost, { ...(await test.createReceiver()), accountId: lost.accountId }],
        'for two',
      );
      await query(SWITCH_OFF, [lost.accountId]);
      // Two arrived at the same time; one was judged when the name was another account's.
      const owned = { ...message, recipients: [await test.createReceiver()] };
      expect(await Promise.all([message, both, owned].map((each) => reception.store(each)))).to.deep.equal([
        'dropped',
        'stored',
        'stored',
      ]);
      const [, other] = both.recipients;
      expect(
        await query('SELECT received_for, domain_id FROM received_emails WHERE account_id = $1', [
          lost.accountId,
        ]),
      ).to.deep.equal([{ received_for: [other?.address], domain_id: other?.domainId }]);
      const refused = inboundMessage([lost], 'refused');
      expect(await reception.store(refused)).to.equal('dropped');
      await query('UPDATE domains SET receiving_enabled = true WHERE account_id = $1', [lost.accountId]);
      expect(await reception.store(refused)).to.equal('stored');
    });

    it('nothing of a message whose upload is gone, and the others of its group', async () => {
      const receiver = await test.createReceiver();
      const upload = reception.openUpload();
      await upload.write(Buffer.from('gone'));
      const content = await upload.end();
      await reception.discardUpload(content.id);
      const lost = failureOf(reception.store(inboundMessage([receiver], 'lost', { content })));
      await Promise.all([lost, reception.store(inboundMessage([receiver], 'kept'))]);
      expect(await lost).to.have.property('name', 'UploadGoneError');
      expect(await storedFor(receiver))
        .to.containSubset([{ text: 'kept' }])
        .and.to.have.lengthOf(1);
    });
  });

  describe('stores a repeated message', () => {
    it('once, in one group, in several, and in another process', async () => {
      const receiver = await test.createReceiver();
      const message = inboundMessage([receiver], 'again');
      const outcomes = await Promise.all([
        ...[0, 1, 2].map(() => reception.store(message)),
        ...[0, 1].map(() => test.create().store(message)),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'stored')).to.have.lengthOf(1);
      expect(await storedFor(receiver)).to.have.lengthOf(1);
    });

    it('each time without a digest, and again after two days', async () => {
      const receiver = await test.createReceiver();
      for (const digest of [null, null])
        await reception.store(inboundMessage([receiver], 'no id', { digest }));
      await reception.store(inboundMessage([receiver], 'old'));
      await query(`UPDATE received_digests SET received_at = received_at - interval '${DIGEST_HOURS} hours'`);
      expect(await reception.store(inboundMessage([receiver], 'old'))).to.equal('stored');
      expect(await storedFor(receiver)).to.have.lengthOf(4);
    });
  });

  describe('judges a recipient', () => {
    const checkRecipients = async (address: string) => (await reception.checkRecipients([address]))[0];

    it('by the domain that an account owns, in any letter case', async () => {
      const { address, accountId, domainId } = await test.createReceiver();
      expect(await checkRecipients(address.toUpperCase())).to.deep.equal({ kind: 'ok', accountId, domainId });
    });

    it('as foreign, or as not receiving where the domain takes no mail or is not verified', async () => {
      const silent = await test.createReceiver({ receivingEnabled: false });
      const unverified = await test.createReceiver({ status: 'pending' });
      expect(
        await reception.checkRecipients([silent.address, unverified.address, 'ana@elsewhere.dev']),
      ).to.deep.equal([{ kind: 'not_receiving' }, { kind: 'not_receiving' }, { kind: 'foreign' }]);
    });

    it('of our own host name as the oldest account: postmaster and abuse alone', async () => {
      const [{ id: accountId }] = await query('SELECT id FROM accounts ORDER BY id LIMIT 1');
      expect(await checkRecipients(`Postmaster@${MAIL_HOSTNAME}`)).to.deep.equal({
        kind: 'ok',
        accountId,
        domainId: null,
      });
      expect(await checkRecipients(`ana@${MAIL_HOSTNAME}`)).to.deep.equal({ kind: 'foreign' });
    });

    it('of a domain below its From domain, at the label of the return path, as feedback: fbl alone', async () => {
      // It need not receive.
      const { address, accountId } = await test.createReceiver({ receivingEnabled: false });
      const pending = await test.createReceiver({ status: 'pending' });
      const at = (receiver: InboundRecipient, before: string) => receiver.address.replace('ana@', before);
      expect(await checkRecipients(at({ ...pending, address }, 'FBL@send.'))).to.deep.equal({
        kind: 'feedback',
        accountId,
      });
      const others = ['fbl@other.', 'ana@send.', 'fbl@'].map((before) => at({ ...pending, address }, before));
      expect(await reception.checkRecipients([...others, at(pending, 'fbl@send.')])).to.deep.equal([
        { kind: 'foreign' },
        { kind: 'foreign' },
        { kind: 'not_receiving' },
        { kind: 'foreign' },
      ]);
    });

    it('of our own host name as feedback of the oldest account, and as mail of a domain that receives', async () => {
      const [{ id: accountId }] = await query('SELECT id FROM accounts ORDER BY id LIMIT 1');
      const receiver = await test.createReceiver();
      expect(
        await reception.checkRecipients([`Fbl@${MAIL_HOSTNAME}`, receiver.address.replace('ana@', 'fbl@')]),
      ).to.deep.equal([
        { kind: 'feedback', accountId },
        { kind: 'ok', accountId: receiver.accountId, domainId: receiver.domainId },
      ]);
    });

    it('as over quota from twice the cap on', async () => {
      const below = await test.createReceiver();
      const at = await test.createReceiver();
      await query(`INSERT INTO plans (id, daily_email_limit) VALUES ($1, 10)`, [below.accountId]);
      await query('UPDATE accounts SET plan_id = $1 WHERE id = ANY($2)', [
        below.accountId,
        [below.accountId, at.accountId],
      ]);
      for (const [{ accountId }, used] of [
        [below, 19],
        [at, 20],
      ] as const)
        await query(`INSERT INTO email_usage VALUES ($1, 'day', (now() AT TIME ZONE 'UTC')::date, $2)`, [
          accountId,
          used,
        ]);
      const verdicts = await reception.checkRecipients([below.address, at.address]);
      expect(verdicts.map((verdict) => verdict.kind)).to.deep.equal(['ok', 'over_quota']);
    });
  });
});

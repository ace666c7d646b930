// The job that erases a person from an account: mail of campaigns, whose contents are rendered from values
// (docs/reference/contacts.md#erasing-a-person).
import { expect } from 'chai';
import { addressKey } from '../../../shared/mail/addresses.ts';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { timeOfUuidV7 } from '../../../shared/platform/time/ids.ts';
import { createBodyReader } from '../../../shared/resources/messaging/campaign-contents/body-reader.ts';
import { recordOutcomes } from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { findEmailContents } from '../../../shared/resources/messaging/emails/find.ts';
import { findPollForVote } from '../../../shared/resources/messaging/polls/find-for-vote.ts';
import { findPollResults } from '../../../shared/resources/messaging/polls/results.ts';
import { writeVote } from '../../../shared/resources/messaging/polls/write-vote.ts';
import { claimEmail, outcomeOf } from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import {
  createCampaign,
  createCampaignEmail,
  createCampaignRecipient,
  type MadeCampaign,
} from '../../support/factories/campaign-factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { BO, ERASED, JIM, useErasing } from './support/use-erasing.ts';

describe('the erasure of a person who got mail of a campaign', () => {
  const erasing = useErasing();
  const { query, erase, isDone, emailTo } = erasing;

  it('empties the values of their mail, replaces the address in those of others, and leaves what the campaign says', async () => {
    const { pool, accountId } = erasing;
    const html = `{{ contact.properties.friends }}, {{{EMAIL}}}, ask ${BO}{{{UNSUBSCRIBE_URL}}}`;
    const { contentId } = await createCampaign(pool, accountId, { html });
    const send = async (to: string, properties: object) => {
      const { id } = await emailTo([to]);
      const values = [id, contentId, { email: to, properties }];
      await query(
        'UPDATE email_contents SET html = NULL, text = NULL, source_id = $2, data = $3 WHERE id = $1',
        values,
      );
      return id;
    };
    const own = await send(BO, { friends: 'Jim' });
    const others = await send(JIM, { friends: `Bo <${BO.toUpperCase()}>` });
    const untouched = await send(JIM, { friends: 'Cy' });
    expect(await isDone(await erase())).to.equal(true);
    const rows = await query(
      'SELECT id, source_id AS source, data FROM email_contents WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    expect(rows).to.deep.equal([
      { id: own, source: null, data: null },
      { id: others, source: contentId, data: { email: JIM, properties: { friends: `Bo <${ERASED}>` } } },
      { id: untouched, source: contentId, data: { email: JIM, properties: { friends: 'Cy' } } },
    ]);
    const deps = { database: pool, readBody: createBodyReader(pool, new FairTurns()) };
    const shown = await Promise.all([own, others].map((id) => findEmailContents(deps, accountId, id)));
    expect(shown).to.deep.equal([
      { html: null, text: null },
      { html: `Bo &lt;${ERASED}&gt;, ${JIM}, ask ${BO}{{{UNSUBSCRIBE_URL}}}`, text: null },
    ]);
    // A report has kept the mail for longer than the deleted campaign.
    await query('DELETE FROM campaign_contents WHERE id = $1', [contentId]);
    const later = { database: pool, readBody: createBodyReader(pool, new FairTurns()) };
    expect(await findEmailContents(later, accountId, others)).to.deep.equal({ html: null, text: null });
  });

  it('Keeps the recipients of campaigns in their lists and counts without saying who they were, and leaves out a person whose mail was not released.', async () => {
    const { pool, accountId, ids } = erasing;
    const contact = ids.next();
    const other = ids.next();
    const jim = ids.next();
    const make = () =>
      createCampaign(pool, accountId, { total: 3, leftOutLater: { deleted: 1, suppressed: 2 } });
    const mailed = await make();
    const pending = await make();
    const untouched = await make();
    const delivered = await createCampaignEmail(pool, mailed, { contactId: contact, status: 'delivered' });
    await createCampaignRecipient(pool, mailed, { contactId: jim });
    const links = ids.next();
    await query(
      `INSERT INTO campaign_links VALUES ($1, $2, $3, 'https://a.test/?to=' || $4), ($1, $1, $3, 'https://a.test/')`,
      [mailed.id, links, accountId, BO],
    );
    await query(
      'INSERT INTO campaign_link_counts VALUES ($1, $2, 0, 3, 1), ($1, $1, 0, 1, 1), ($1, $1, 1, 1, 1)',
      [mailed.id, links],
    );
    await query(
      `UPDATE campaign_recipients SET clicked_links = jsonb_build_object($1::uuid, 3, $2::uuid, 1) WHERE contact_id = $3`,
      [links, mailed.id, contact],
    );
    const dueAt = new Date('2027-01-01T09:00:00Z');
    for (const contactId of [contact, other])
      await createCampaignRecipient(pool, pending, { contactId, dueAt });
    await createCampaignRecipient(pool, pending, { contactId: jim, state: 'left_out', reason: 'reserved' });
    await createCampaignRecipient(pool, untouched, { contactId: jim });
    const removed = await createCampaignEmail(pool, untouched, {
      contactId: other,
      status: 'delivered',
      recipients: [{ address: BO }],
    });
    await query('DELETE FROM campaign_recipients WHERE contact_id = $1 AND dispatch_id = $2', [
      other,
      untouched.dispatchId,
    ]);

    expect(await isDone(await erase({ contactIds: [contact, other] }))).to.equal(true);
    expect(await rowsOf(mailed)).to.deep.equal([
      { state: 'released', reason: null, isErased: true, isJim: false },
      { state: 'pending', reason: null, isErased: false, isJim: true },
    ]);
    const leftOut = { state: 'left_out', reason: 'deleted', isErased: true, isJim: false };
    expect(await rowsOf(pending)).to.deep.equal([
      leftOut,
      leftOut,
      { state: 'left_out', reason: 'reserved', isErased: false, isJim: true },
    ]);
    // The hour at which their mail was due says where they live.
    expect(
      await query(
        'SELECT DISTINCT due_at AS "dueAt" FROM campaign_recipients WHERE dispatch_id = $1 AND is_erased',
        [pending.dispatchId],
      ),
    ).to.deep.equal([{ dueAt: timeOfUuidV7(pending.dispatchId) }]);
    expect(await leftOutLaterOf(pending)).to.deep.equal({ deleted: 3, suppressed: 2 });
    for (const campaign of [mailed, untouched])
      expect(await leftOutLaterOf(campaign)).to.deep.equal({ deleted: 1, suppressed: 2 });
    expect(await query('SELECT FROM campaign_recipients WHERE contact_id = ANY($1)', [[contact, other]])).to
      .be.empty;
    // A url that only they have followed may say who they are.
    const urls = await query('SELECT url FROM campaign_links WHERE campaign_id = $1 ORDER BY url', [
      mailed.id,
    ]);
    expect(urls).to.deep.equal([{ url: '' }, { url: 'https://a.test/' }]);
    // The mail names the recipient's new id; one whose recipient is removed names none.
    const [{ contact_id: renamed }] = await query('SELECT contact_id FROM emails WHERE id = $1', [
      delivered.id,
    ]);
    expect(renamed).to.not.be.oneOf([contact, other, null]);
    expect((await erasing.emailOf(removed.id)).contact_id).to.equal(null);

    async function rowsOf({ dispatchId }: MadeCampaign) {
      return await query(
        `SELECT state, reason, is_erased AS "isErased", contact_id = $2 AS "isJim" FROM campaign_recipients
         WHERE dispatch_id = $1 ORDER BY "isJim"`,
        [dispatchId, jim],
      );
    }
    async function leftOutLaterOf({ id }: MadeCampaign) {
      return (await query('SELECT left_out_later FROM campaigns WHERE id = $1', [id]))[0].left_out_later;
    }
  });

  it('Keeps the votes of the person in the counts of polls, without an address.', async () => {
    const { pool, accountId } = erasing;
    const polls = [await createPoll(pool, accountId), await createPoll(pool, accountId)];
    for (const { id, options } of polls)
      for (const address of ['Bo.S@customer.dev', JIM])
        await transaction(pool, (client) =>
          writeVote(client, {
            id: erasing.ids.next(),
            accountId,
            pollId: id,
            addressKey: addressKey(address),
            address,
            emailId: id,
            optionId: options[0]?.id ?? '',
            now: erasing.clock.now(),
          }),
        );
    expect(await isDone(await erase())).to.equal(true);
    const votes = await query(
      'SELECT address, address_key <> $2 AS "isRandom" FROM poll_votes WHERE account_id = $1 ORDER BY 1',
      [accountId, JIM],
    );
    const bo = { address: '', isRandom: true };
    const jim = { address: JIM, isRandom: false };
    expect(votes).to.deep.equal([bo, bo, jim, jim]);
    for (const poll of polls)
      expect((await findPollResults(pool, poll)).map((result) => result.votes)).to.deep.equal([2, 0]);
    expect(await query(`SELECT FROM poll_votes WHERE address_key LIKE '%@%' AND address = ''`)).to.be.empty;
  });

  it('takes the person out of what emails ask, and empties what they have asked the person alone', async () => {
    const { pool, accountId } = erasing;
    const emails = [];
    for (const addresses of [[BO], [BO, JIM], [JIM]]) {
      const { id } = await erasing.emailTo(addresses);
      const asked = { question: `Hello ${BO}?`, labels: [`I am ${BO}`, 'No'] };
      const poll = await createPoll(pool, accountId, { ...asked, owner: { emailId: id } });
      await query('UPDATE email_contents SET poll = $2 WHERE id = $1', [id, poll]);
      emails.push({ id, voter: { accountId, pollId: poll.id, address: BO } });
    }
    expect(await isDone(await erase())).to.equal(true);
    const shown = await query(
      `SELECT question, options -> 0 ->> 'label' AS label, contents.poll ->> 'question' AS mailed,
              contents.poll -> 'options' = options AS "areSame"
       FROM polls JOIN email_contents AS contents ON contents.id = email_id WHERE polls.account_id = $1 ORDER BY email_id`,
      [accountId],
    );
    const others = {
      question: `Hello ${ERASED}?`,
      label: `I am ${ERASED}`,
      mailed: `Hello ${ERASED}?`,
      areSame: true,
    };
    expect(shown).to.deep.equal([{ question: '', label: '', mailed: null, areSame: null }, others, others]);
    const found = await Promise.all(emails.map(({ voter }) => findPollForVote(pool, voter)));
    expect(found.map((poll) => poll?.options.length)).to.deep.equal([undefined, 2, 2]);
  });

  it('counts what happens to mail that was on its way in the campaign', async () => {
    const { pool, accountId, ids } = erasing;
    const contactId = ids.next();
    const campaign = await createCampaign(pool, accountId);
    const recipients = [{ address: BO }];
    const email = await createCampaignEmail(pool, campaign, { contactId, status: 'queued', recipients });
    const token = await claimEmail(pool, email);
    const id = await erase({ contactIds: [contactId] });
    expect(await isDone(id)).to.equal(false);
    const outcome = outcomeOf(
      { ...email, token },
      { result: 'bounced', reply: { code: 550, text: 'unknown' } },
    );
    await recordOutcomes({ database: pool, ids, queues: SILENT_QUEUES }, [outcome]);
    const rows = await query(
      'SELECT state, contact_id = $1 AS "isKnown", is_erased FROM campaign_recipients WHERE account_id = $2',
      [contactId, accountId],
    );
    expect(rows).to.deep.equal([{ state: 'bounced', isKnown: false, is_erased: true }]);
  });
});

// Lists of the recipients of a campaign: who is on which, and that each page reads few rows of a large campaign.
import { expect } from 'chai';
import { CAMPAIGN_RECIPIENT_TYPES } from '../../../../../shared/contract/campaigns/values.ts';
import {
  type CampaignRecipient,
  type CampaignRecipientType,
  type ListedRecipients,
  listCampaignRecipients,
} from '../../../../../shared/resources/flows/campaigns/recipients/list.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../support/database/prepared-plans.ts';
import {
  createCampaign,
  createCampaignRecipient,
  type MadeCampaign,
} from '../../../../support/factories/campaign-factories.ts';
import { createContact } from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const ROWS = 60_000;
const LIMIT = 20;
/** A page of a rare type has its rows alone; of sent and delivered mail, or of many pending, those between them too. */
const READ_MAX = 25 * LIMIT;

describe('Recipients of a campaign', () => {
  const database = useDatabase();
  let campaign: MadeCampaign;
  beforeEach(async () => {
    campaign = await createCampaign(database.pool, (await createAccount(database.pool)).id);
  });

  it('are listed by what became of them, with the address of the contact now', async () => {
    const { accountId } = campaign;
    const made = async (state: string, columns = '') => {
      const { id: contactId, email } = await createContact(database.pool, { accountId });
      await createCampaignRecipient(database.pool, campaign, {
        contactId,
        state,
        reason: state === 'left_out' ? 'opted_out' : null,
      });
      if (columns)
        await database.pool.query(
          `UPDATE campaign_recipients SET ${columns} WHERE contact_id = '${contactId}'`,
        );
      return { contactId, email };
    };
    const pending = [await made('pending'), await made('released')];
    const bounced = await made('bounced', "bounce_type = 'permanent', sent_at = now()");
    const leftOut = await made('left_out');
    const reader = await made(
      'delivered',
      'sent_at = now(), opened_at = now(), opens = 3, machine_opens = 2, unsubscribed_at = now()',
    );
    const scanner = await made(
      'complained',
      'sent_at = now(), machine_opens = 2, clicked_at = now(), clicks = 1',
    );
    const gone = await made('suppressed', 'is_erased = true');
    await database.pool.query('DELETE FROM contacts WHERE id = $1', [gone.contactId]);
    const idsOf = async (type: CampaignRecipientType) => (await list({ type })).map(({ id }) => id);
    const expected: Record<CampaignRecipientType, { contactId: string }[]> = {
      pending,
      bounced: [bounced],
      left_out: [leftOut],
      suppressed: [gone],
      complained: [scanner],
      failed: [],
      sent: [bounced, reader, scanner],
      delivered: [reader, scanner],
      unsubscribed: [reader],
      opened: [reader, scanner],
      clicked: [scanner],
    };
    for (const type of CAMPAIGN_RECIPIENT_TYPES)
      expect(await idsOf(type), type).to.deep.equal(
        expected[type].map(({ contactId }) => contactId).reverse(),
      );
    const nothing = { bounceType: null, reason: null, machineOnly: null };
    const shown = { variant: null, count: null, clickedLinks: null, ...nothing };
    expect(await list({ type: 'opened' })).to.deep.equal([
      { ...shown, ...idAndEmail(scanner), count: 2, machineOnly: true },
      { ...shown, ...idAndEmail(reader), count: 3, machineOnly: false },
    ]);
    expect(await list({ type: 'bounced', bounceType: 'permanent' })).to.deep.equal([
      { ...shown, ...idAndEmail(bounced), bounceType: 'permanent' },
    ]);
    expect(await list({ type: 'bounced', bounceType: 'transient' })).to.deep.equal([]);
    expect(await list({ type: 'left_out' })).to.deep.equal([
      { ...shown, ...idAndEmail(leftOut), reason: 'opted_out' },
    ]);
    expect(await list({ type: 'suppressed' })).to.deep.equal([
      { ...shown, id: gone.contactId, contactId: null, email: '' },
    ]);
    expect(await list({ type: 'opened', email: reader.email.toUpperCase() })).to.have.lengthOf(1);
    expect(await list({ type: 'clicked', email: reader.email })).to.deep.equal([]);
  });

  it('are read by an index, whatever is listed and wherever the page begins', async () => {
    const { accountId, dispatchId } = campaign;
    const other = await createCampaign(database.pool, accountId);
    for (const each of [dispatchId, other.dispatchId]) await insertMany(each, accountId);
    await database.pool.query('ANALYZE campaign_recipients');
    await expectFewRead(CAMPAIGN_RECIPIENT_TYPES);
    await database.pool.query(
      `UPDATE campaign_recipients SET state = 'delivered', sent_at = now() WHERE state = 'pending' AND sort_key % 100 <> 0`,
    );
    await database.pool.query('VACUUM ANALYZE campaign_recipients');
    await expectFewRead(['pending', 'sent', 'delivered']);
  });

  async function list(
    asked: Pick<ListedRecipients, 'type'> & Partial<ListedRecipients>,
  ): Promise<CampaignRecipient[]> {
    const { accountId, id } = campaign;
    return (await listCampaignRecipients(database.pool, { accountId, id, page: { limit: LIMIT }, ...asked }))
      .rows;
  }

  /** Inserts 1,000 contacts: 650 are pending, and each other state has ten or more. */
  async function insertMany(dispatchId: string, accountId: string): Promise<void> {
    await database.pool.query(
      `INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at, sent_at, opened_at,
                                        machine_opens, clicked_at, machine_clicks, unsubscribed_at)
       SELECT $1, uuid_v7(now() + number * interval '1 ms'), $2, hashint4(number), state, now(),
              CASE WHEN state IN ('delivered', 'complained') THEN now() END,
              CASE WHEN state = 'delivered' AND number % 100 = 0 THEN now() END, 0,
              CASE WHEN state = 'delivered' AND number % 200 = 0 THEN now() END, 0,
              CASE WHEN state = 'delivered' AND number % 200 = 0 THEN now() END
       FROM (SELECT number, CASE WHEN number % 20 < 13 THEN 'pending' WHEN number % 20 < 18 THEN 'delivered'
                            ELSE (ARRAY['bounced', 'left_out', 'failed', 'suppressed', 'complained'])[1 + number / 20 % 5]
                            END AS state
             FROM generate_series(1, $3::integer) AS number) AS made`,
      [dispatchId, accountId, ROWS],
    );
  }

  async function expectFewRead(types: readonly CampaignRecipientType[]): Promise<void> {
    const { accountId, id } = campaign;
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT contact_id AS id FROM campaign_recipients WHERE dispatch_id = $1 ORDER BY 1 OFFSET $2 LIMIT 1',
      [campaign.dispatchId, ROWS / 2],
    );
    const cursor = rows[0]?.id ?? '';
    for (const type of types)
      for (const page of [
        { limit: LIMIT },
        { limit: LIMIT, after: cursor },
        { limit: LIMIT, before: cursor },
      ]) {
        const explained = await explainWork(database.url, { plansOnce: false }, (explaining) =>
          listCampaignRecipients(explaining, { accountId, id, type, page }),
        );
        const pages = explained.filter(({ name }) => name === '');
        const readings = readingsOf(pages, /^campaign_recipients_\d/);
        expect(readings).not.to.deep.equal([]);
        for (const { node, read } of readings)
          expect(read, `${type} ${JSON.stringify(node)}`).to.be.at.most(READ_MAX);
      }
  }
});

function idAndEmail({ contactId, email }: { contactId: string; email: string }) {
  return { id: contactId, contactId, email };
}

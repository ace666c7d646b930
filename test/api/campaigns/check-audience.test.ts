// What the check of a campaign says of its audience (docs/reference/campaign-check.md).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createCampaignOwner } from './owner.ts';

const BODY = '<p>Hello</p><p><a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p><p>Acme, 1 Road</p>';

describe('The check of the audience of a campaign', () => {
  const app = useApp();

  const makeCampaign = async () => {
    const owner = await createCampaignOwner(app);
    await owner.api.patch('/unsubscribe-page').send({ postal_address: 'Acme, 1 Road' }).expect(200);
    const { id } = await owner.made({ html: BODY, tracking: { opens: true } });
    const find = async () => (await owner.read(`/campaigns/${id}/check`)).findings;
    return { ...owner, id, find };
  };

  it('Says how many contacts of an empty audience are left out, and why.', async () => {
    const { accountId, api, id, post, find } = await makeCampaign();
    for (const email of ['cy@customer.dev', 'di@customer.dev']) {
      const contact = await createContact(app.pool, { accountId, email });
      await api.patch(`/contacts/${contact.id}`).send({ unsubscribed: true }).expect(200);
    }
    app.clock.advance(DAY_MS);
    await api.post('/suppressions').send({ email: 'bo@customer.dev' }).expect(201);
    const message =
      'No contact in the audience can receive this campaign: 1 is on the suppression list, 2 have unsubscribed.';
    expect(await find()).to.deep.equal([{ level: 'error', code: 'audience_empty', message, count: 0 }]);
    expect((await post(id, 'send')).body).to.include({ message });
  });

  it('Calls only those inactive whose mail has been measured for two weeks.', async () => {
    const { accountId, find } = await makeCampaign();
    const dayAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS).toISOString();
    for (const [measuredOn, openedOn, codes] of [
      [null, null, []],
      [dayAgo(13), null, []],
      [dayAgo(14), null, ['audience_inactive']],
      [dayAgo(300), dayAgo(100), []],
    ] as const) {
      await app.pool.query('DELETE FROM contact_engagement WHERE account_id = $1', [accountId]);
      await app.pool.query(
        `INSERT INTO contact_engagement (account_id, email_key, received_on, opened_on, measured_on)
         VALUES ($1, 'bo@customer.dev', $2, $3, $4)`,
        [accountId, dayAgo(0), openedOn, measuredOn],
      );
      const found = (await find()).map(({ code }: { code: string }) => code);
      expect(found, String(measuredOn)).to.deep.equal(codes);
    }
  });
});

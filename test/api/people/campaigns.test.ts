// What the timeline of a person says of campaigns (docs/reference/people.md#get-peopleaddresstimeline).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  createCampaign,
  createCampaignEmail,
  createCampaignRecipient,
} from '../../support/factories/campaign-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createRunner, type Runner } from '../automations/runs/runner.ts';

const BO = 'bo@gmail.com';

interface ShownEntry {
  type: string;
  reason: string | null;
  contact_id: string | null;
  campaign: { id: string; name: string | null } | null;
  email: { id: string } | null;
}

describe('GET /people/:address/timeline', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  const timeline = async (of: Runner = runner): Promise<ShownEntry[]> =>
    (await of.read(`/people/${BO}/timeline`)).data;

  it('Names the campaign of each of its mails, and each campaign that has left a contact of the address out, with why.', async () => {
    const { accountId } = runner;
    const contact = await createContact(app.pool, { accountId, email: BO });
    const made = async (name: string) => await createCampaign(app.pool, accountId, { name });
    const sent = await made('News');
    const leftOut = await made('Tips');
    const canceled = await made('Offers');
    const { id } = await createCampaignEmail(app.pool, sent, {
      contactId: contact.id,
      recipients: [{ address: BO, state: 'delivered' }],
    });
    const leaving = { contactId: contact.id, state: 'left_out', reason: 'opted_out' };
    await createCampaignRecipient(app.pool, leftOut, leaving);
    await createCampaignRecipient(app.pool, canceled, { contactId: contact.id, state: 'canceled' });
    // Campaigns that are not done with the contact, and those of others, have no entry.
    await createCampaignRecipient(app.pool, await made('Plans'), { contactId: contact.id });
    await createCampaignRecipient(app.pool, leftOut, { state: 'left_out', reason: 'reserved' });
    const shown = (await timeline()).map(({ type, reason, contact_id, campaign, email }) => ({
      type,
      reason,
      contact_id,
      campaign,
      email: email?.id ?? null,
    }));
    const entry = { type: 'campaign.left_out', contact_id: contact.id, email: null };
    expect(shown).to.have.deep.members([
      { ...entry, reason: 'opted_out', campaign: { id: leftOut.id, name: 'Tips' } },
      { ...entry, reason: 'canceled', campaign: { id: canceled.id, name: 'Offers' } },
      { type: 'email', reason: null, contact_id: null, email: id, campaign: { id: sent.id, name: 'News' } },
    ]);
    await app.pool.query('UPDATE campaigns SET deleted_at = now() WHERE account_id = $1', [accountId]);
    for (const { campaign } of await timeline()) expect(campaign).to.include({ name: null });
    expect(await timeline(await createRunner(app))).to.deep.equal([]);
  });
});

// GET /campaigns/:id/stats and recipients: what became of a campaign (docs/reference/campaigns.md#stats).
import { expect } from 'chai';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { claimEmail, outcomeOf } from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  createCampaign,
  createCampaignEmail,
  type MadeCampaign,
} from '../../support/factories/campaign-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createCampaignOwner } from './owner.ts';

interface Recipient {
  id: string;
  contact_id: string;
  email: string;
  [field: string]: unknown;
}

type Counts = Readonly<Record<string, number>>;

describe('What became of a campaign', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Counts each recipient of a campaign once, by what became of it last.', async () => {
    const audience = { total: 6, leftOut: { opted_out: 1 }, leftOutLater: { deleted: 1 } };
    const campaign = await createCampaign(app.pool, owner.accountId, audience);
    for (const result of ['delivered', 'bounced', 'complained'] as const) await mailed(campaign, result);
    const { body } = await owner.api.get(`/campaigns/${campaign.id}/stats`).expect(200);
    expect(body).to.deep.include({
      object: 'campaign_stats',
      id: campaign.id,
      recipients: 4,
      left_out: 2,
      pending: 1,
      sent: 2,
      delivered: 2,
      bounced: 1,
      failed: 0,
      complained: 1,
      opened: 0,
      delivery_rate: 0.6666,
      complaint_rate: 0.5,
      variants: [],
      significant: null,
    });
    const { object, id, variants, significant, ...counts } = body;
    expect((await owner.shown(campaign.id))['stats']).to.deep.equal(counts);
  });

  it('Shows in the list how far each campaign is, what became of its mail, and what of it is measured.', async () => {
    const { accountId, api } = owner;
    const domain = await createDomain(app.pool, accountId, { openTracking: true, clickTracking: false });
    const from = `Ana <ana@${domain.name.toUpperCase()}>`;
    const draft = await owner.made({ from, tracking: { clicks: true } });
    const audience = { total: 6, leftOut: { opted_out: 1 }, leftOutLater: { deleted: 1 } };
    const campaign = await createCampaign(app.pool, accountId, audience);
    for (const result of ['delivered', 'bounced', 'complained'] as const) await mailed(campaign, result);
    const { stats, ...record } = await owner.shown(campaign.id);
    const { recipients, pending, sent, delivered, unique_opened, unique_clicked } = stats as Counts;
    expect([recipients, pending, sent, delivered]).to.deep.equal([4, 1, 2, 2]);
    const counts = { recipients, pending, sent, delivered, unique_opened, unique_clicked };
    expect(record).to.deep.include({ counts });
    for (const path of ['/campaigns', '/broadcasts']) {
      const { data } = (await api.get(path).expect(200)).body;
      expect(data).to.have.length(2);
      const byId = new Map(data.map((item: { id: string }) => [item.id, item]));
      expect(byId.get(campaign.id)).to.deep.include({ counts, measured: record['measured'] });
      const measured = { opens: true, clicks: true };
      expect(byId.get(draft.id)).to.deep.include({ counts: null, measured });
      expect(draft).to.deep.include({ counts: null, measured });
    }
  });

  it('Answers stats of 0 for a campaign whose audience was not taken yet.', async () => {
    const { id } = await owner.made();
    const {
      object,
      id: shown,
      variants,
      significant,
      ...counts
    } = await owner.read(`/campaigns/${id}/stats`);
    expect([object, shown, variants, significant]).to.deep.equal(['campaign_stats', id, [], null]);
    expect(new Set(Object.values(counts))).to.deep.equal(new Set([0]));
  });

  it('Lists the recipients of a campaign by what became of them, newest contacts first, page by page.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const bounced = [];
    for (const _ of [1, 2, 3]) bounced.unshift(await mailed(campaign, 'bounced'));
    await mailed(campaign, 'delivered');
    const all = await list(campaign, { type: 'bounced' });
    expect(all.map(({ contact_id }) => contact_id)).to.deep.equal(bounced);
    const nothing = { variant: null, count: null, reason: null, machine_only: null };
    expect(all[0]).to.include({ ...nothing, bounce_type: 'permanent' });
    const [first, second] = all;
    const after = { type: 'bounced', limit: '1', after: first?.id ?? '' };
    const { body } = await owner.api.get(`/broadcasts/${campaign.id}/recipients`).query(after);
    expect(body).to.deep.equal({ object: 'list', has_more: true, data: [second] });
    expect(await list(campaign, { type: 'sent' })).to.have.length(1);
    const { body: engagement } = await owner.api
      .get(`/campaigns/${campaign.id}/engagement`)
      .query({ type: 'bounced' });
    expect(engagement.data).to.deep.equal(all);
    expect(await list(await createCampaign(app.pool, owner.accountId), { type: 'bounced' })).to.deep.equal(
      [],
    );
  });

  it('Shows the address that the contact of a recipient has now, and none of one who was deleted.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const contactId = await mailed(campaign, 'delivered');
    const shown = async () => (await list(campaign, { type: 'delivered' })).map(({ email }) => email);
    await owner.api.patch(`/contacts/${contactId}`).send({ email: 'new@customer.dev' }).expect(200);
    expect(await shown()).to.deep.equal(['new@customer.dev']);
    await owner.api.delete(`/contacts/${contactId}`).expect(200);
    expect(await shown()).to.deep.equal(['']);
  });

  it('Lists only the recipient with the address, or only those that bounced in the way, which the request asks for.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const first = await mailed(campaign, 'bounced');
    await mailed(campaign, 'bounced');
    await owner.api.patch(`/contacts/${first}`).send({ email: 'first@customer.dev' }).expect(200);
    const ids = async (query: object) => (await list(campaign, query)).map(({ contact_id }) => contact_id);
    expect(await ids({ type: 'bounced', email: 'First@customer.dev' })).to.deep.equal([first]);
    expect(await ids({ type: 'delivered', email: 'first@customer.dev' })).to.deep.equal([]);
    expect(await ids({ type: 'bounced', bounce_type: 'permanent' })).to.have.length(2);
    expect(await ids({ type: 'bounced', bounce_type: 'transient' })).to.deep.equal([]);
  });

  it('Marks recipients of whom only machines have opened or clicked.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const reader = await mailed(campaign, 'delivered');
    const scanner = await mailed(campaign, 'delivered');
    await app.pool.query(
      `UPDATE campaign_recipients SET machine_opens = 2, opens = CASE WHEN contact_id = $1 THEN 3 ELSE 0 END,
              opened_at = CASE WHEN contact_id = $1 THEN now() END WHERE dispatch_id = $2`,
      [reader, campaign.dispatchId],
    );
    const opened = await list(campaign, { type: 'opened' });
    expect(
      opened.map(({ contact_id, count, machine_only }) => [contact_id, count, machine_only]),
    ).to.deep.equal([
      [scanner, 2, true],
      [reader, 3, false],
    ]);
  });

  it('Rejects a list of recipients without a type with missing_required_field 422, and with an invalid parameter with validation_error 422.', async () => {
    const { id } = await createCampaign(app.pool, owner.accountId);
    const untyped = await owner.api.get(`/campaigns/${id}/recipients`);
    expect(expectError(untyped, 422, 'missing_required_field')).to.include('type');
    for (const [query, problem] of [
      [{ type: 'read' }, 'type'],
      [{ type: 'sent', bounce_type: 'permanent' }, 'bounce_type'],
      [{ type: 'bounced', bounce_type: 'soft' }, 'bounce_type'],
      [{ type: 'sent', email: 'Bo <bo@customer.dev>' }, 'email'],
      [{ type: 'sent', after: 'x' }, 'after'],
    ] as const) {
      const answer = await owner.api.get(`/campaigns/${id}/recipients`).query(query);
      expect(expectError(answer, 422, 'validation_error'), JSON.stringify(query)).to.include(problem);
    }
  });

  /** A new contact who has got the mail of the campaign. @returns its id */
  async function mailed(campaign: MadeCampaign, result: AttemptResult): Promise<string> {
    const { id: contactId, email: address } = await createContact(app.pool, { accountId: owner.accountId });
    const recipients = [{ address }];
    const email = await createCampaignEmail(app.pool, campaign, {
      contactId,
      domainId: owner.domain.id,
      recipients,
    });
    const token = await claimEmail(app.pool, email);
    await recordOutcomes(app.deps, [outcomeOf({ ...email, token }, { result, at: app.clock.now() })]);
    return contactId;
  }

  async function list({ id }: MadeCampaign, query: object): Promise<Recipient[]> {
    const { body, status } = await owner.api.get(`/campaigns/${id}/recipients`).query(query);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  }
});

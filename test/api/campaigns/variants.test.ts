// Tests of variants by campaigns (docs/reference/campaigns.md#tests-of-variants). What the dispatch does is in
// test/workers/jobs/dispatch-campaigns-variants.test.ts.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { recordCampaignEvents } from '../../../shared/resources/messaging/campaign-recipients/record-events.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaignEmail, type MadeCampaign } from '../../support/factories/campaign-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createCampaignOwner, type ShownCampaignRecord } from './owner.ts';

const VARIANTS = [
  { key: 'a' },
  { key: 'b', subject: 'Short', preview_text: null },
  { key: 'c', html: '<b>C</b>' },
];
const AB_TEST = { variants: VARIANTS, test_percent: 100, winner_metric: 'open_rate', wait: '4 hours' };
const UNDECIDED = { test_size: null, decides_at: null, winner: null, decided_by: null, decided_at: null };
const TRACKED = { tracking: { opens: true } };

describe('Tests of variants by campaigns', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const tested = (changes: object = {}, fields: object = {}) =>
    owner.made({ ...TRACKED, preview_text: 'Base', ab_test: { ...AB_TEST, ...changes }, ...fields });
  const refused = async (changes: object, fields: object = {}) =>
    expectError(
      await owner.create({ ...TRACKED, ab_test: { ...AB_TEST, ...changes }, ...fields }),
      422,
      'validation_error',
    );
  const refusedSend = async (id: string, body?: object) =>
    expectError(await owner.post(id, 'send', body), 422, 'validation_error', 'findings');
  /** As its dispatch would put it. */
  const begin = (id: string, columns: object = {}) =>
    owner.put(id, { status: 'testing', dispatch_id: id, ...columns });
  const choose = (id: string, variant: unknown) => owner.post(id, 'ab/winner', { variant });
  const preview = async (id: string, variant?: string) =>
    (await owner.post(id, 'preview', { variant }).expect(200)).body;
  const testOf = (campaign: ShownCampaignRecord) => campaign['ab_test'];

  it('Creates a campaign with a test, shows its variants with the fields of their own, and copies it without its result.', async () => {
    const made = await tested();
    expect(testOf(made)).to.deep.equal({ ...AB_TEST, ...UNDECIDED });
    expect(testOf(await owner.shown(made.id))).to.deep.equal(testOf(made));
    await begin(made.id, { test_size: 3 });
    const decided = (await choose(made.id, 'b').expect(200)).body;
    expect(decided).to.include({ subject: 'Short' });
    expect(decided.ab_test).to.include({ test_size: 3, winner: 'b', decided_by: 'manual' });
    // The campaign says what the winner says, so all of each variant is shown.
    expect(decided.ab_test.variants[0]).to.include({ key: 'a', subject: 'News', preview_text: 'Base' });
    const copy = (await owner.post(made.id, 'duplicate').expect(201)).body;
    expect(copy).to.include({ status: 'draft', subject: 'News' });
    expect(testOf(copy)).to.deep.equal({ ...AB_TEST, ...UNDECIDED });
    await owner.change(copy.id, { name: 'Again' }).expect(200);
    for (const { key } of VARIANTS)
      expect(await preview(copy.id, key)).to.deep.equal(await preview(made.id, key));
    const cleared = (await owner.change(copy.id, { ab_test: null }).expect(200)).body;
    expect(testOf(cleared)).to.equal(null);
    expect(await owner.count('campaign_contents')).to.equal(4 + 1);
  });

  it('Rejects a test with fewer than two variants or more than five, with two of one key or two that are the same, or with an invalid field, with validation_error 422.', async () => {
    const keys = (...names: string[]) => names.map((key) => ({ key, subject: key }));
    for (const [changes, field] of [
      [{ variants: keys('a') }, 'ab_test.variants'],
      [{ variants: keys(...'abcdef') }, 'ab_test.variants'],
      [{ variants: keys('a', 'b', 'a') }, 'ab_test.variants[2]'],
      [{ variants: [{ key: 'a' }, { key: 'b', subject: 'News' }] }, 'a and b'],
      [{ variants: [{ key: 'a' }, { key: 'b b' }] }, 'ab_test.variants[1].key'],
      [{ variants: [{ key: 'a' }, { key: 'b', subject: ' ' }] }, 'ab_test.variants[1].subject'],
      [{ variants: [{ key: 'a' }, { key: 'b', html: 5 }] }, 'ab_test.variants[1].html'],
      [{ test_percent: 0 }, 'test_percent'],
      [{ test_percent: 101 }, 'test_percent'],
      [{ test_percent: 12.5 }, 'test_percent'],
      [{ winner_metric: 'revenue' }, 'winner_metric'],
      [{ wait: '14 minutes' }, 'wait'],
      [{ wait: '31 days' }, 'wait'],
      [{ wait: 'soon' }, 'wait'],
      [{ wait: `4${' '.repeat(200)}hours` }, 'wait'],
    ] as const)
      expect(await refused(changes)).to.include(field);
    const { wait, ...without } = AB_TEST;
    expectError(await owner.create({ ...TRACKED, ab_test: without }), 422, 'missing_required_field');
    expectError(
      await owner.create({ ab_test: { ...AB_TEST, variants: [...VARIANTS, { key: 'd', from: 'ana' }] } }),
      422,
      'invalid_from_address',
    );
    expect(await owner.count('campaigns')).to.equal(0);
  });

  it('Makes the variants of a draft again when what the campaign says is changed.', async () => {
    const { id } = await tested();
    const changed = (await owner.change(id, { subject: 'Other', html: '<p>Other</p>' }).expect(200)).body;
    expect(testOf(changed)).to.deep.equal({ ...AB_TEST, ...UNDECIDED });
    expect(await preview(id, 'a')).to.include({ subject: 'Other', preview_text: 'Base' });
    expect(await preview(id, 'b')).to.include({ subject: 'Short', preview_text: null });
    expect((await preview(id, 'b')).html).to.include('<p>Other</p>');
    expect(await preview(id, 'c')).to.include({ subject: 'Other' });
    expect((await preview(id, 'c')).html)
      .to.include('<b>C</b>')
      .and.not.include('Other');
    expect(await owner.count('campaign_contents')).to.equal(4);
    // The base would be the same as a variant.
    expectError(await owner.change(id, { subject: 'Short', preview_text: null }), 422, 'validation_error');
    const unchanged = (await owner.change(id, { ab_test: AB_TEST }).expect(200)).body;
    expect(unchanged).to.deep.equal(changed);
  });

  it('Rejects a test whose metric is not measured of the mail of each variant with validation_error 422, and names the domain.', async () => {
    const measured = await createDomain(app.pool, owner.accountId, { openTracking: true });
    const variants = [{ key: 'a', from: `ana@${measured.name}` }, { key: 'b' }];
    expect(await refused({ variants }, { tracking: null }))
      .to.include(owner.domain.name)
      .and.include('open_tracking');
    expect(await refused({}, { tracking: { opens: false } })).to.include('`tracking`');
    expect(await refused({ winner_metric: 'click_rate' })).to.include('click_tracking');
    const { id } = await tested({ winner_metric: 'click_rate' }, { tracking: { clicks: true } });
    expectError(await owner.change(id, { tracking: null }), 422, 'validation_error');
    await owner.put(id, { tracking: null });
    await owner.change(id, { name: 'Renamed' }).expect(200);
    expect(await refusedSend(id)).to.include(owner.domain.name);
    const { wait, ...manual } = { ...AB_TEST, winner_metric: 'manual' };
    await owner.made({ ab_test: manual });
  });

  it('Rejects sending a campaign whose test has fewer recipients than variants with validation_error 422.', async () => {
    for (const name of ['p', 'q', 'r'])
      await createContact(app.pool, { accountId: owner.accountId, email: `${name}@x.dev` });
    const { id } = await tested({ test_percent: 50 });
    expect(await refusedSend(id)).to.include('3 variants');
    await refusedSend(id, { scheduled_at: 'in 1 hour' });
    expect((await owner.shown(id)).status).to.equal('draft');
    await owner.change(id, { ab_test: { ...AB_TEST, test_percent: 51 } }).expect(200);
    expect((await owner.post(id, 'send').expect(200)).body.status).to.equal('queued');
  });

  it('Rejects a fault in a variant, and sending one from a domain that may not send, with validation_error 422.', async () => {
    const faulty = [{ key: 'a' }, { key: 'b', subject: 'Hi {{ first' }];
    const { body } = await owner
      .create({ ...TRACKED, ab_test: { ...AB_TEST, variants: faulty } })
      .expect(422);
    expect(body).to.include({ name: 'validation_error' });
    expect(body.message).to.include('variant b').and.include('subject');
    expect(body.problems).to.have.length(1);
    const { id } = await tested({ variants: [{ key: 'a' }, { key: 'b', from: 'ana@other.dev' }] });
    expect(await refusedSend(id)).to.include('other.dev');
  });

  it('Rejects a change of a test that has begun, or of what is said before it is decided, with validation_error 422.', async () => {
    const { id } = await tested();
    await begin(id, { status: 'paused', paused_from: 'testing' });
    const [first, second, third] = VARIANTS;
    const reworded = { ...AB_TEST, variants: [first, { ...second, subject: 'Other' }, third] };
    const fewer = { ...AB_TEST, test_percent: 5 };
    for (const change of [{ subject: 'Late' }, { ab_test: fewer }, { ab_test: reworded }, { ab_test: null }])
      expectError(await owner.change(id, change), 422, 'validation_error');
    await owner.change(id, { name: 'Renamed', ab_test: AB_TEST }).expect(200);
    await choose(id, 'b').expect(200);
    const changed = (await owner.change(id, { subject: 'Late' }).expect(200)).body;
    expect(changed.subject).to.equal('Late');
    expect(testOf(changed)).to.include({ winner: 'b' });
  });

  it('Decides a test by a person, at any time before it is decided, also while it is paused.', async () => {
    for (const state of [{}, { status: 'paused', paused_from: 'testing' }]) {
      const { id } = await tested();
      await begin(id, state);
      const decided = (await choose(id, 'b').expect(200)).body;
      expect(decided).to.include({ status: 'status' in state ? 'paused' : 'sending', subject: 'Short' });
      expect(decided.ab_test).to.include({ winner: 'b', decided_by: 'manual' });
      expect(decided.ab_test.decided_at).to.equal(app.clock.now().toISOString());
    }
  });

  it('Rejects a winner of a campaign that tests nothing or is not being tested, with an unknown key, or after the decision, with validation_error 422.', async () => {
    const message = async (id: string, variant: unknown) =>
      expectError(await choose(id, variant), 422, 'validation_error');
    expect(await message((await owner.made()).id, 'a')).to.include('no A/B test');
    const { id } = await tested();
    expect(await message(id, 'a')).to.include('draft');
    await begin(id);
    expect(await message(id, 'z')).to.include('a, b, c');
    await choose(id, 'c').expect(200);
    expect(await message(id, 'b')).to.include('c won');
    expectError(await choose(id, undefined), 422, 'missing_required_field');
  });

  it('Decides a test once when a person and the time decide at the same moment.', async () => {
    const { id } = await tested();
    await begin(id);
    const answers = await Promise.all(['a', 'b', 'c', 'a', 'b'].map((variant) => choose(id, variant)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422, 422, 422]);
    const winner = answers.find(({ status }) => status === 200)?.body.ab_test.winner;
    expect(testOf(await owner.shown(id))).to.include({ winner });
  });

  it('Renders and tests the variant that the request names, the first one by default, and the winner once there is one.', async () => {
    const { id } = await tested({
      variants: [
        { key: 'x', subject: 'X' },
        { key: 'y', subject: 'Y' },
      ],
    });
    expect(await preview(id)).to.include({ subject: 'X' });
    expect(await preview(id, 'y')).to.include({ subject: 'Y' });
    await owner.post(id, 'test', { to: 'bo@customer.dev', variant: 'y' }).expect(200);
    expect((await app.pool.query('SELECT subject FROM emails')).rows.at(-1)).to.deep.equal({ subject: 'Y' });
    expectError(await owner.post(id, 'preview', { variant: 'z' }), 422, 'validation_error');
    expectError(
      await owner.post((await owner.made()).id, 'test', { to: 'bo@customer.dev', variant: 'y' }),
      422,
      'validation_error',
    );
    await begin(id);
    await choose(id, 'y').expect(200);
    expect(await preview(id)).to.include({ subject: 'Y' });
  });

  it('Refuses to delete a domain from which a variant of an unfinished campaign is sent with validation_error 422.', async () => {
    const { id: domainId, name } = await createDomain(app.pool, owner.accountId);
    const { id } = await tested({ variants: [{ key: 'a' }, { key: 'b', from: `ana@${name}` }] });
    await owner.put(id, { status: 'scheduled', scheduled_at: '2026-12-20T10:00:00Z' });
    expectError(await owner.api.delete(`/domains/${domainId}`), 422, 'validation_error');
    await owner.post(id, 'cancel').expect(200);
    await owner.api.delete(`/domains/${domainId}`).expect(200);
  });

  it('Counts what became of the mail of each variant of a test, and compares them.', async () => {
    const campaign = await testing();
    await mailed(campaign, { variant: 0, opened: 10, of: 40 });
    await mailed(campaign, { variant: 1, opened: 20, of: 40 });
    await mailed(campaign, { variant: null, opened: 5, of: 5 });
    const { variants, significant, ...all } = await owner.read(`/campaigns/${campaign.id}/stats`);
    expect(all).to.include({ sent: 85, delivered: 85, unique_opened: 35 });
    expect(significant).to.equal(true);
    const [a, b] = variants;
    expect(a).to.include({
      key: 'a',
      sent: 40,
      delivered: 40,
      unique_opened: 10,
      open_rate: 0.25,
      rate: 0.25,
    });
    expect(b).to.include({ key: 'b', unique_opened: 20, machine_opened: 0, rate: 0.5, confidence: null });
    expect(a.confidence).to.be.closeTo(0.97908, 1e-5);
    expect(a.interval.low).to.be.closeTo(0.14187, 1e-5);
    expect(a.interval.high).to.be.closeTo(0.40194, 1e-5);
  });

  it('Lists only the recipients of a test that have the variant which the request asks for.', async () => {
    const campaign = await testing();
    await mailed(campaign, { variant: 0, opened: 0, of: 1 });
    const [second] = await mailed(campaign, { variant: 1, opened: 0, of: 1 });
    await mailed(campaign, { variant: null, opened: 0, of: 1 });
    const list = `/campaigns/${campaign.id}/recipients?type=delivered`;
    const shown = (await owner.read(list)).data.map(({ variant }: { variant: string | null }) => variant);
    expect(shown).to.deep.equal([null, 'b', 'a']);
    const { data } = await owner.read(`${list}&variant=b`);
    expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([second]);
    expectError(await owner.api.get(`${list}&variant=z`), 422, 'validation_error');
  });

  /** A campaign whose audience was taken. */
  async function testing(): Promise<MadeCampaign> {
    const { id } = await tested({ variants: VARIANTS.slice(0, 2) });
    const dispatchId = id;
    await begin(id, { dispatch_id: dispatchId });
    return { id, accountId: owner.accountId, dispatchId, contentId: '' };
  }

  /** Mail that is delivered, and opened by some. @returns the contacts */
  async function mailed(
    campaign: MadeCampaign,
    { variant, opened, of }: { variant: number | null; opened: number; of: number },
  ): Promise<string[]> {
    const contactIds: string[] = [];
    for (let place = 0; place < of; place += 1) {
      const { contactId, domainId } = await createCampaignEmail(app.pool, campaign);
      contactIds.push(contactId);
      await app.pool.query('UPDATE campaign_recipients SET variant = $2 WHERE contact_id = $1', [
        contactId,
        variant,
      ]);
      const names = ['sent', 'delivered', ...(place < opened ? ['opened', 'unique_opened'] : [])];
      const about = { campaign: { ...campaign, campaignId: campaign.id, contactId }, at: app.clock.now() };
      await transaction(app.pool, (client) =>
        recordCampaignEvents(
          client,
          names.map((name) => ({ ...about, accountId: owner.accountId, domainId, name })),
        ),
      );
    }
    return contactIds;
  }
});

// The links of campaigns: the parameters that they get, and who has followed them (docs/reference/campaigns.md#links).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  createCampaign,
  createCampaignEmail,
  type MadeCampaign,
} from '../../support/factories/campaign-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { recordClicks } from '../../support/work/record-clicks.ts';
import { createCampaignOwner } from './owner.ts';

const SHOP = 'https://shop.test/';

describe('The links of a campaign', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Adds the `utm` of a campaign to the links of its html that lack it, tracked or not, in its mail, tests and previews.', async () => {
    const html = `<a href="${SHOP}">1</a><a data-track="off" href="${SHOP}?UTM_source=a&amp;b#c">2</a>`;
    const utm = { source: 'news letter', campaign: 'ü' };
    const { id } = await owner.made({ html, utm });
    const expected = [
      `${SHOP}?utm_source=news%20letter&utm_campaign=%C3%BC`,
      `${SHOP}?UTM_source=a&b&utm_campaign=%C3%BC#c`,
    ];
    const shown = expected.map((url) => url.replaceAll('&', '&amp;'));
    const hrefs = (text: string) => [...text.matchAll(/href="(https[^"]*)"/g)].map(([, href]) => href);
    const { body: preview } = await owner.post(id, 'preview');
    expect(hrefs(preview.html)).to.deep.equal(shown);
    for (const url of expected) expect(preview.text).to.include(url);
    const { body: test } = await owner.post(id, 'test', { to: 'bo@customer.dev' });
    const sent = await owner.read(`/emails/${test.ids[0]}`);
    expect(hrefs(sent.html).slice(0, 2)).to.deep.equal(shown);
    const ab_test = {
      variants: [{ key: 'a' }, { key: 'b', html: `<a href="${SHOP}">b</a>` }],
      test_percent: 100,
      winner_metric: 'manual',
    };
    const tested = await owner.made({ html, ab_test });
    await owner.change(tested.id, { utm: { source: 'news' } });
    const { body: variant } = await owner.post(tested.id, 'preview', { variant: 'b' });
    expect(hrefs(variant.html)).to.deep.equal([`${SHOP}?utm_source=news`]);
    const mail = await mailed(await createCampaign(app.pool, owner.accountId, { html, utm }));
    expect(hrefs((await owner.read(`/emails/${mail.id}`)).html)).to.deep.equal(shown);
  });

  it('Changes no link of another kind, no placeholder of a link of ours, none that would be longer than 2,000 characters, and no text of its own.', async () => {
    const links = [
      'mailto:bo@shop.test',
      'tel:+49',
      '#a',
      '?a',
      '/a',
      '{{{UNSUBSCRIBE_URL}}}',
      SHOP.padEnd(1_990, 'x'),
    ];
    const html = links.map((link) => `<a href="${link}">a</a>`).join('');
    const { id } = await owner.made({ html, text: SHOP, utm: { medium: 'email' } });
    const { body } = await owner.post(id, 'preview');
    expect(body.html).to.equal(html);
    expect(body.text).to.match(/^https:\/\/shop\.test\/\n/);
  });

  it('Shows the `utm` of a campaign, changes it, clears it by null, and takes one without a value for none.', async () => {
    const { id } = await owner.made({ utm: { source: ' news ', medium: '', content: null } });
    const change = async (utm: unknown) => (await owner.change(id, { utm })).body.utm;
    expect((await owner.shown(id))['utm']).to.deep.equal({ source: 'news' });
    expect(await change({ campaign: 'May' })).to.deep.equal({ campaign: 'May' });
    expect([await change(null), await change({ source: '' })]).to.deep.equal([null, null]);
    const long = await owner.create({ utm: { source: 'x'.repeat(201) } });
    expect(expectError(long, 422, 'validation_error')).to.include('utm.source');
  });

  it('Lists the links of a campaign that people have followed, those of most recipients first, page by page, and leaves machines out.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId, { utm: { source: 'news' } });
    const mails = await Promise.all([mailed(campaign), mailed(campaign), mailed(campaign)]);
    await recordClicks(app.pool, [
      ...mails.map((mail) => ({ mail, link: `${SHOP}all?utm_source=news` })),
      ...mails.slice(0, 1).flatMap((mail) => [1, 2, 3, 4].map(() => ({ mail, link: `${SHOP}often` }))),
      ...mails.slice(1).map((mail) => ({ mail, link: `${SHOP}two#a`, machine: null })),
      ...mails.map((mail) => ({ mail, link: `${SHOP}machines`, machine: 'scanner' as const })),
    ]);
    const { body } = await owner.api.get(`/campaigns/${campaign.id}/clicked-links`).expect(200);
    const [all, two, often] = body.data.map(({ id, ...link }: { id: string }) => link);
    expect([all, two, often]).to.deep.equal([
      { url: `${SHOP}all`, clicks: 3, unique_clicks: 3 },
      { url: `${SHOP}two#a`, clicks: 2, unique_clicks: 2 },
      { url: `${SHOP}often`, clicks: 4, unique_clicks: 1 },
    ]);
    expect([body.object, body.has_more, body.data.length]).to.deep.equal(['list', false, 3]);
    const ids = body.data.map(({ id }: { id: string }) => id);
    const page = async (query: object) => {
      const answer = await owner.api.get(`/broadcasts/${campaign.id}/clicked-links`).query(query).expect(200);
      return [answer.body.data.map(({ id }: { id: string }) => ids.indexOf(id)), answer.body.has_more];
    };
    expect(await page({ limit: 1 })).to.deep.equal([[0], true]);
    expect(await page({ limit: 1, after: ids[0] })).to.deep.equal([[1], true]);
    expect(await page({ after: ids[1] })).to.deep.equal([[2], false]);
    expect(await page({ limit: 1, before: ids[2] })).to.deep.equal([[1], true]);
    expect(await page({ before: ids[2] })).to.deep.equal([[0, 1], false]);
    expect(await page({ after: campaign.id })).to.deep.equal([[], false]);
    const refused = await owner.api.get(`/campaigns/${campaign.id}/clicked-links`).query({ after: 'x' });
    expect(expectError(refused, 422, 'validation_error')).to.include('after');
  });

  it('Shows which links each recipient who has clicked has followed, most clicks first.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const person = await mailed(campaign);
    const machine = await mailed(campaign);
    await recordClicks(app.pool, [
      ...['a', 'b', 'b'].map((path) => ({ mail: person, link: SHOP + path })),
      { mail: machine, link: SHOP, machine: 'scanner' },
    ]);
    const list = async (type: string) =>
      (await owner.read(`/campaigns/${campaign.id}/recipients?type=${type}`)).data.map(
        (each: { clicked_links: unknown }) => each.clicked_links,
      );
    expect(await list('clicked')).to.deep.equal([
      [],
      [
        { url: `${SHOP}b`, clicks: 2 },
        { url: `${SHOP}a`, clicks: 1 },
      ],
    ]);
    expect(await list('pending')).to.deep.equal([null, null]);
  });

  /** The mail of the campaign to a new contact. */
  async function mailed(campaign: MadeCampaign) {
    const { id: contactId } = await createContact(app.pool, { accountId: owner.accountId });
    const mail = await createCampaignEmail(app.pool, campaign, { contactId, domainId: owner.domain.id });
    await app.pool.query(
      'UPDATE email_contents SET html = NULL, text = NULL, source_id = $2 WHERE id = (SELECT content_id FROM emails WHERE id = $1)',
      [mail.id, campaign.contentId],
    );
    return mail;
  }
});

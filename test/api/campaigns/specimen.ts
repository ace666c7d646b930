// Specimens of campaigns for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { wallTimeIn } from '../../support/time/wall-time.ts';
import { countIn, createAsker, exampleOf, type Fields, type Specimen, UNKNOWN_ID } from '../specimen.ts';

const CONTENT = {
  from: 'Ana <ana@acme.dev>',
  subject: 'What is new, {{{FIRST_NAME|friend}}}',
  reply_to: ['help@acme.dev'],
  preview_text: 'For {{ contact.email }}',
  html: '<p>Hello {{{contact.first_name|friend}}}</p>',
  text: 'Hello {{ contact.first_name }}',
  tracking: { opens: true, clicks: false },
  rate_per_hour: 60,
  poll: { question: 'Which day?', options: ['Monday', 'Tuesday'], closes_at: 'in 3 days', results: 'public' },
};
const ZONES = { timezone: 'Europe/Berlin', timezone_property: 'zone' };
const AB_TEST = {
  variants: [
    { key: 'a' },
    { key: 'b', subject: 'News', preview_text: null, from: 'Bo <bo@acme.dev>', html: '<p>B</p>', text: 'B' },
  ],
  test_percent: 100,
  winner_metric: 'open_rate',
  wait: '4 hours',
};
/** Ids of an audience, segment and topic are good only in their account. */
const TARGET = { audience_id: UNKNOWN_ID, segment_id: null, topic_id: null };
const RECIPIENTS = {
  query: {
    type: 'bounced',
    email: 'bo@customer.dev',
    bounce_type: 'permanent',
    variant: 'b',
    limit: '2',
    after: UNKNOWN_ID,
  },
};

const IN_A_WEEK = wallTimeIn(7);

const good = {
  createCampaign: {
    body: { name: 'News', ...TARGET, ...CONTENT, ab_test: AB_TEST, send: true, scheduled_at: 'in 2 hours' },
  },
  listCampaigns: { query: { q: 'News', status: 'draft', limit: '2', after: UNKNOWN_ID } },
  updateCampaign: {
    body: {
      name: 'News of May',
      ...CONTENT,
      ab_test: AB_TEST,
      audience_id: UNKNOWN_ID,
      scheduled_at: IN_A_WEEK,
      ...ZONES,
      if_updated_at: '2026-11-20T12:00:00.000Z',
    },
  },
  duplicateCampaign: { body: { audience: 'not_opened' } },
  sendCampaign: { body: { scheduled_at: IN_A_WEEK, ...ZONES } },
  chooseCampaignWinner: { body: { variant: 'b' } },
  previewCampaign: { body: { contact_id: null, variant: 'b' } },
  checkCampaign: { query: { links: 'false' } },
  testCampaign: { body: { to: ['bo@customer.dev'], contact_id: null, variant: 'b' } },
  listCampaignRecipients: RECIPIENTS,
  listCampaignEngagement: RECIPIENTS,
  listCampaignClickedLinks: { query: { limit: '2', after: UNKNOWN_ID } },
};

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: Object.assign(
    good,
    Object.fromEntries(
      Object.entries(good).map(([id, request]) => [id.replace('Campaign', 'Broadcast'), request]),
    ),
  ),
  create: async (pool, accountId) => ({ ...(await createCampaign(pool, accountId, { status: 'draft' })) }),
  count: countIn('campaigns', 'deleted_at IS NULL'),
  answers(app, expectAnswer) {
    for (const [base, name] of [
      ['/campaigns', 'Campaign'],
      ['/broadcasts', 'Broadcast'],
    ] as const)
      it(`for a ${name} that is made, changed, moved, shown and deleted`, async () => {
        const { api, accountId, make, read } = await createCaller(app);
        const ask = createAsker(api, (id, status, body) => expectAnswer(id, status, body));
        const { name: domain } = await createDomain(app.pool, accountId);
        for (const name of ['bo', 'cy']) await make('/contacts', { email: `${name}@customer.dev` });
        const [audience] = (await read('/audiences')).data;
        const [a, b] = AB_TEST.variants;
        const abTest = { ...AB_TEST, variants: [a, { ...b, from: `bo@${domain}` }] };
        const body: Fields = { ...CONTENT, audience_id: audience.id, from: `ana@${domain}`, ab_test: abTest };
        const simple = await ask(
          `create${name}`,
          base,
          exampleOf('createCampaign', { from: body['from'], segment_id: audience.id }),
        );
        await ask(`send${name}`, `${base}/${simple.id}/send`, exampleOf('sendCampaign'));
        const { id, object } = await ask(`create${name}`, base, body);
        expect(object).to.equal(name.toLowerCase());
        expect((await ask(`list${name}s`, base)).data).to.have.length(2);
        const path = `${base}/${id}`;
        await ask(`get${name}`, path);
        await ask(`update${name}`, path, exampleOf('updateCampaign'));
        await ask(`preview${name}`, `${path}/preview`);
        await ask(`test${name}`, `${path}/test`, exampleOf('testCampaign'));
        await ask(`check${name}`, `${path}/check`);
        await ask(`get${name}Audience`, `${path}/audience`);
        await ask(`send${name}`, `${path}/send`);
        await ask(`pause${name}`, `${path}/pause`);
        await ask(`resume${name}`, `${path}/resume`);
        await app.pool.query(`UPDATE campaigns SET status = 'testing', test_size = 2 WHERE id = $1`, [id]);
        await ask(`choose${name}Winner`, `${path}/ab/winner`, { variant: 'b' });
        await ask(`get${name}Stats`, `${path}/stats`);
        await ask(`list${name}Recipients`, `${path}/recipients?type=pending`);
        await ask(`list${name}Engagement`, `${path}/engagement?type=sent`);
        await ask(`list${name}ClickedLinks`, `${path}/clicked-links`);
        await ask(`cancel${name}`, `${path}/cancel`);
        const copy = await ask(`duplicate${name}`, `${path}/duplicate`);
        await ask(`delete${name}`, `${base}/${copy.id}`);
      });
  },
};

// The links of campaigns that people follow: counted by link as clicks are counted, whatever is recorded at the same time, and
// bounded in their number (docs/architecture/campaign-links.md).
import { expect } from 'chai';
import { CAMPAIGN_LINKS_MAX } from '../../../../../shared/contract/limits.ts';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { rebuildCampaignStats } from '../../../../../shared/resources/flows/campaigns/stats/rebuild-stats.ts';
import { lockCampaignLinks } from '../../../../../shared/resources/messaging/campaign-recipients/links/lock-links.ts';
import {
  removeCampaignMetrics,
  removeCampaignRecipients,
} from '../../../../../shared/resources/messaging/campaign-recipients/unfinished.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import {
  createCampaign,
  createCampaignEmail,
  type MadeCampaign,
} from '../../../../support/factories/campaign-factories.ts';
import { createAccount, createDomain } from '../../../../support/factories/factories.ts';
import { createRandom, pick } from '../../../../support/random.ts';
import { type MadeClick, recordClicks } from '../../../../support/work/record-clicks.ts';

const PEOPLE = 8;
const WRITERS = 40;
const URLS = 12;
/** More than events are kept of a recipient. */
const CLICKS_EACH = 150;

type Mail = Awaited<ReturnType<typeof createCampaignEmail>>;

describe('Links of a campaign', () => {
  const database = useDatabase();
  let campaign: MadeCampaign;
  let domainId: string;
  beforeEach(async () => {
    const account = await createAccount(database.pool);
    domainId = (await createDomain(database.pool, account.id)).id;
    campaign = await createCampaign(database.pool, account.id, { total: PEOPLE });
  });
  const sent = () => createCampaignEmail(database.pool, campaign, { domainId, status: 'delivered' });

  const click = (clicks: readonly MadeClick[]) => recordClicks(database.pool, clicks);
  const shown = async (): Promise<Record<string, [clicks: number, unique: number]>> => {
    const { rows } = await database.pool.query(
      `SELECT url, coalesce(sum(clicks), 0)::integer AS clicks, coalesce(sum(unique_clicks), 0)::integer AS people
       FROM campaign_links AS link LEFT JOIN campaign_link_counts AS counter
         ON counter.campaign_id = link.campaign_id AND link_id = link.id
       WHERE link.campaign_id = $1 GROUP BY url`,
      [campaign.id],
    );
    return Object.fromEntries(rows.map(({ url, clicks, people }) => [url, [clicks, people]]));
  };

  it('are counted as people follow them, when many record it at the same time, in rows and counters', async () => {
    const mails = await Promise.all(Array.from({ length: PEOPLE }, sent));
    const random = createRandom(51);
    const plans = Array.from({ length: WRITERS }, () =>
      Array.from({ length: Math.ceil((PEOPLE * CLICKS_EACH) / WRITERS) }, () => ({
        mail: pick(random, mails),
        link: `https://a.test/${Math.floor(random() * URLS)}`,
        ...(random() < 0.25 && { machine: 'scanner' as const }),
      })),
    );
    await Promise.all(plans.map(click));
    const expected: Record<string, [number, number]> = {};
    const people = plans.flat().filter(({ machine }) => !machine);
    for (const { link } of people) {
      const own = people.filter((each) => each.link === link);
      expected[link] = [own.length, new Set(own.map(({ mail }) => mail.id)).size];
    }
    expect(await shown()).to.deep.equal(expected);
    expect(await rebuildCampaignStats(database.pool, campaign)).to.deep.equal([]);
    const { rows } = await database.pool.query(
      `SELECT sum(clicks)::integer AS clicks FROM campaign_recipients WHERE dispatch_id = $1`,
      [campaign.dispatchId],
    );
    expect(rows).to.deep.equal([{ clicks: people.length }]);
  });

  it('are without the parameters of the campaign, those of the mail that was sent', async () => {
    const mail = await sent();
    await click([{ mail, link: 'https://a.test/?utm_source=x#a' }]);
    await database.pool.query(`UPDATE campaign_contents SET utm = '{"source": "x"}' WHERE id = $1`, [
      campaign.contentId,
    ]);
    await database.pool.query(
      'UPDATE email_contents SET source_id = $2 WHERE id = (SELECT content_id FROM emails WHERE id = $1)',
      [mail.id, campaign.contentId],
    );
    await click(
      ['?utm_source=x#a', '?utm_source=y', '#a'].map((end) => ({ mail, link: `https://a.test/${end}` })),
    );
    expect(await shown()).to.deep.equal({
      'https://a.test/?utm_source=x#a': [1, 1],
      'https://a.test/#a': [2, 1],
      'https://a.test/?utm_source=y': [1, 1],
    });
  });

  it(`are ${CAMPAIGN_LINKS_MAX} at most, and as many without a query, when many are new at the same time`, async () => {
    const mails = await Promise.all(Array.from({ length: PEOPLE }, sent));
    const fill = (first: number, count: number) =>
      click(
        Array.from({ length: count }, (_, n) => ({
          mail: mails[0] as Mail,
          link: `https://a.test/?${first + n}`,
        })),
      );
    await fill(0, CAMPAIGN_LINKS_MAX - 3);
    const many = (path: string) =>
      Promise.all(
        mails.map((mail, person) =>
          click([0, 1].map((n) => ({ mail, link: `https://b.test/${path}?${person}-${n}#x` }))),
        ),
      );
    await many('');
    const found = await shown();
    expect(Object.keys(found)).to.have.length(CAMPAIGN_LINKS_MAX + 1);
    expect(found['https://b.test/']?.[0]).to.equal(2 * PEOPLE - 3);
    const names = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ mail: mails[0] as Mail, link: `https://c.test/${n}` }));
    await click(names(CAMPAIGN_LINKS_MAX - 2));
    await Promise.all(mails.map((mail) => click([{ mail, link: `https://d.test/${mail.id}` }])));
    const all = await shown();
    expect(Object.keys(all)).to.have.length(2 * CAMPAIGN_LINKS_MAX);
    expect(Object.keys(all).filter((url) => url.startsWith('https://d.test/'))).to.have.length(1);
    // What is known continues.
    await click([{ mail: mails[1] as Mail, link: 'https://a.test/?1' }]);
    expect((await shown())['https://a.test/?1']).to.deep.equal([2, 2]);
    expect(await rebuildCampaignStats(database.pool, campaign)).to.deep.equal([]);
  });

  it('do not come back for recipients who are removed, also at the same time', async () => {
    const mails = await Promise.all(Array.from({ length: PEOPLE }, sent));
    const follow = (mail: Mail, path: string) => click([{ mail, link: `https://a.test/${path}` }]);
    const remove = () =>
      transaction(database.pool, async (client) => {
        await lockCampaignLinks(client, [campaign.id]);
        await removeCampaignRecipients(client, campaign.dispatchId, PEOPLE);
        await removeCampaignMetrics(client, [campaign.id]);
      });
    await Promise.all([
      ...mails.map((mail, person) => follow(mail, `before/${person}`)),
      remove(),
      ...mails.map((mail, person) => follow(mail, `after/${person}`)),
    ]);
    expect(await shown()).to.deep.equal({});
    const { rows } = await database.pool.query('SELECT FROM campaign_link_counts WHERE campaign_id = $1', [
      campaign.id,
    ]);
    expect(rows).to.deep.equal([]);
  });

  it('get the url back that was forgotten with a person, when another one follows them', async () => {
    const first = await sent();
    const second = await sent();
    await click([{ mail: first, link: 'https://a.test/' }]);
    await database.pool.query(`UPDATE campaign_links SET url = ''`);
    expect(await shown()).to.deep.equal({ '': [1, 1] });
    await click([{ mail: second, link: 'https://a.test/' }]);
    expect(await shown()).to.deep.equal({ 'https://a.test/': [2, 2] });
  });
});

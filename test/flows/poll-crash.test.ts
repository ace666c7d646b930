// Flow test: many addresses vote at once on two web processes, between scanners that open the same links, while a web process
// and Postgres are killed. No vote that was answered is lost, the last one counts, counters are the sum of the votes, and each
// change is announced once, to webhooks, to automations and as a click.
import { expect } from 'chai';
import { Pool } from 'undici';
import { freePort } from '../../dev/processes/ports.ts';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createPollLinks } from '../../shared/resources/messaging/polls/link.ts';
import type { PollDefinition } from '../../shared/resources/messaging/polls/poll.ts';
import { findPollDifferences } from '../../shared/resources/messaging/polls/rebuild-counters.ts';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { createDatabase } from '../support/database/database.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { IS_LONG } from '../support/extent.ts';
import { createAutomation } from '../support/factories/automation-factories.ts';
import { createCampaign } from '../support/factories/campaign-factories.ts';
import { TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain, createWebhook } from '../support/factories/factories.ts';
import { createPoll } from '../support/factories/poll-factories.ts';
import {
  type FlowVote,
  LABELS,
  PollClient,
  planVotes,
  possibleOptions,
  VOTERS,
  VOTES,
} from './support/poll-votes.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';
import { prepareMail } from './support/tracked-campaign.ts';

const CLIENTS = 16;
/** Every second vote is preceded by scanners. */
const SCANNED_EACH = 2;
const DEADLINE_MS = 240_000 + 50 * VOTES;
/** Shares of the votes after which a process is killed. */
const POSTGRES_AT = 0.3;
const WEB_AT = IS_LONG ? [0.6, 0.8] : [0.7];

describe('Votes in a poll, with processes that are killed', function () {
  this.timeout(DEADLINE_MS);
  let postgres: ThrowawayCluster;
  let database: Database;
  let product: Product;
  let web: Supervised;
  let poll: PollDefinition;
  let votes: FlowVote[];

  const query = async (text: string, values: unknown[] = []) =>
    (await database.query<Record<string, unknown>>(text, values)).rows;

  before(async () => {
    postgres = await startPreparedCluster({ synchronous_commit: 'on' });
    const databaseUrl = await createDatabase(postgres.url);
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: databaseUrl, poolSize: 2, applicationName: 'test', log });
    product = await prepareProduct({ databaseUrl, logLevel: 'silent' });
    const { id: accountId } = await createAccount(database);
    const domain = await createDomain(database, accountId, { isDefault: true });
    const campaign = await createCampaign(database, accountId, { status: 'sent' });
    poll = await createPoll(database, accountId, { labels: LABELS, owner: { campaignId: campaign.id } });
    await createWebhook(database, accountId, { events: ['poll.*'] });
    await createAutomation(database, accountId, { domainId: domain.id, trigger: 'poll.voted' });
    votes = planVotes(await prepareMail(database, domain.id, campaign, VOTERS));
    const port = String(await freePort());
    [web] = await Promise.all([product.startApi(), product.startApi({ PORT: port })]);
    const webs = [product.url, `http://127.0.0.1:${port}`].map(
      (url) => new Pool(url, { connections: CLIENTS }),
    );
    const links = createPollLinks('http://127.0.0.1', TEST_SECRET_KEYS);
    await sendAll(new PollClient(links, poll, accountId, webs));
    await Promise.all(webs.map((pool) => pool.close()));
    await product.stop();
    // What is left is what was written to disk.
    await crashPostgres();
  });
  after(async () => {
    await product?.stop();
    await database?.end();
    await postgres?.stop();
  });

  const crashPostgres = async () => {
    await postgres.crash();
    await postgres.restart();
  };

  const sendAll = async (client: PollClient) => {
    const left = [...votes].reverse();
    const kills = WEB_AT.map((share) => Math.floor(share * VOTES));
    let ended = 0;
    let outage: Promise<void> | undefined;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let vote = left.pop(); vote; vote = left.pop()) {
          if (left.length % SCANNED_EACH === 0) await client.scan(vote.person);
          await client.vote(vote);
          ended += 1;
          if (ended === Math.floor(POSTGRES_AT * VOTES)) outage = crashPostgres();
          if (kills.includes(ended)) web.kill();
        }
      }),
    );
    await outage;
  };

  const votesByAddress = () => {
    const found = new Map<string, FlowVote[]>();
    for (const vote of votes) {
      const { address } = vote.person;
      found.set(address, [...(found.get(address) ?? []), vote]);
    }
    return found;
  };
  /** Address → the place of the option that is stored. */
  const readVotes = async () => {
    const rows = await query('SELECT address, option_id FROM poll_votes WHERE poll_id = $1', [poll.id]);
    const places = poll.options.map(({ id }) => id);
    return new Map(
      rows.map((row) => [row['address'] as string, 1 + places.indexOf(row['option_id'] as string)]),
    );
  };
  interface Change {
    email: string;
    option_id: string;
    previous_option_id: string | null;
  }
  const readChanges = async () => {
    const rows = await query(`SELECT payload::json -> 'data' AS data FROM webhook_messages`);
    return rows.map(({ data }) => data as Change);
  };

  it('keep of each address the last vote that was answered, and lose none', async () => {
    const stored = await readVotes();
    for (const [address, own] of votesByAddress()) {
      const option = stored.get(address);
      if (option !== undefined) expect(possibleOptions(own), address).to.include(option);
      else
        expect(
          own.filter(({ isAnswered }) => isAnswered),
          address,
        ).to.deep.equal([]);
    }
    expect(web.deaths()).to.be.at.least(WEB_AT.length);
    const answered = votes.filter(({ isAnswered }) => isAnswered);
    // Those in flight when a process died.
    expect(answered.length).to.be.at.least(VOTES - (WEB_AT.length + 1) * 2 * CLIENTS);
  });

  it('count what the rows are, and nothing that a scanner has opened', async () => {
    expect(await findPollDifferences(database, [poll.id])).to.deep.equal([]);
    const never = poll.options.at(-1)?.id;
    const [counted] = await query(
      `SELECT sum(votes)::integer AS votes, count(*) FILTER (WHERE option_id = $2)::integer AS scanned
       FROM poll_counters WHERE poll_id = $1`,
      [poll.id, never],
    );
    expect(counted).to.deep.equal({ votes: (await readVotes()).size, scanned: 0 });
  });

  it('announce each change once: each begins where another has ended', async () => {
    const stored = await readVotes();
    const changes = await readChanges();
    const byAddress = new Map<string, Change[]>();
    for (const change of changes)
      byAddress.set(change.email, [...(byAddress.get(change.email) ?? []), change]);
    expect(byAddress.size).to.equal(stored.size);
    for (const [address, own] of byAddress) {
      const last = poll.options[(stored.get(address) ?? 0) - 1]?.id;
      const begun = [...own.map((change) => change.previous_option_id), last];
      expect(begun, address).to.have.members([null, ...own.map((change) => change.option_id)]);
      for (const change of own) expect(change.previous_option_id).not.to.equal(change.option_id);
    }
  });

  it('are a click each, and start an automation once for each change of a contact', async () => {
    const changes = await readChanges();
    const clicks = await query(
      `SELECT recipient.address AS email, count(*)::integer AS clicks
       FROM tracking_hits JOIN email_recipients AS recipient ON recipient.id = recipient_id
       WHERE is_vote GROUP BY 1`,
    );
    const countOf = (email: unknown) => changes.filter((change) => change.email === email).length;
    expect(clicks.length).to.equal(new Set(changes.map(({ email }) => email)).size);
    for (const { email, clicks: found } of clicks) expect(found, String(email)).to.equal(countOf(email));
    const contacts = new Set((await query('SELECT email FROM contacts')).map(({ email }) => email));
    const [runs] = await query('SELECT count(*)::integer AS count FROM automation_runs');
    expect(contacts.size).to.be.at.least(1);
    expect(runs?.['count']).to.equal(changes.filter(({ email }) => contacts.has(email)).length);
  });
});

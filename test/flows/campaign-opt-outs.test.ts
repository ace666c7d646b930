// Flow test: minds change while campaigns are released. Who refuses gets nothing from then on, each for the right reason; and
// after a pause or a cancel nothing leaves, what was held leaves once after the resume, and what was charged is refunded.
// Its short form takes more than 8 s: workers learn of a stop within two seconds, and of a resume within five.
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent, SEED } from '../support/extent.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { createRandom } from '../support/random.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient, type Question } from './support/api-client.ts';
import { QUICK_LEASE } from './support/crowd.ts';
import { type Product, prepareProduct } from './support/product.ts';

/** Changes of mind, of each kind a part, half of them while the campaign is paused. */
const CHANGES = extent('CAMPAIGN_MINDS_CHANGES', 16, 100);
const CONTACTS = 4 * CHANGES;
/** Pauses and cancels, each of a campaign of its own. */
const STOPS = extent('CAMPAIGN_MINDS_STOPS', 6, 60);
const CONTACTS_EACH = extent('CAMPAIGN_MINDS_CONTACTS_EACH', 8, 20);
/** An account may have 50 campaigns that are not finished. */
const CAMPAIGNS_EACH = 30;
/** The server takes so long for each mail, so that a campaign takes longer than workers need to learn of a stop. */
const SLOW_MS = extent('CAMPAIGN_MINDS_SLOW_MS', 400, 60);
const DEADLINE_MS = 240_000 + 400 * STOPS + 60 * CONTACTS;

interface Sender {
  accountId: string;
  audienceId: string;
  domain: { name: string };
  client: ApiClient;
}

/** A contact that changes its mind while its campaign is paused. */
interface Changed {
  id: string;
  email: string;
  kind: string;
}

interface Stop {
  sender: Sender;
  id: string;
  verb: string;
  subject: string;
  /** Mails that had arrived when the stop had to hold. */
  within: number;
}

/** A change of mind of a contact, and the states and reasons that it may lead to. */
const OPT_OUT_CHANGES: Record<
  string,
  { question(contact: string, address: string): Question; ends: readonly string[] }
> = {
  unsubscribes: {
    question: (id) => ({ method: 'PATCH', path: `/contacts/${id}`, body: { unsubscribed: true } }),
    ends: ['left_out unsubscribed', 'suppressed null'],
  },
  'is suppressed': {
    question: (_, email) => ({ method: 'POST', path: '/suppressions', body: { email } }),
    ends: ['left_out suppressed', 'suppressed null'],
  },
  'is deleted': {
    question: (id) => ({ method: 'DELETE', path: `/contacts/${id}` }),
    // Mail that was released before is sent: a deletion refuses nothing.
    ends: ['left_out deleted', 'delivered null'],
  },
  'is erased': {
    question: (id) => ({ method: 'DELETE', path: `/contacts/${id}?erase=true` }),
    ends: ['left_out deleted', 'canceled null'],
  },
};
const KINDS = Object.keys(OPT_OUT_CHANGES);
const random = createRandom(SEED);

describe('Campaigns, while minds change', function () {
  this.timeout(DEADLINE_MS);
  const database = useDatabase();
  let product: Product;
  const senders: Sender[] = [];
  let optOuts: { id: string; changed: Changed[] };
  let stops: Stop[];

  before(async () => {
    product = await prepareProduct({
      databaseUrl: database.url,
      logLevel: 'silent',
      more: { ...QUICK_LEASE, BULK_MAX_CONNECTIONS: '5' },
      sink: {
        keepRaw: false,
        keepHeader: 'Subject',
        faults: [{ stage: 'after-data', kind: 'delay', ms: SLOW_MS }],
      },
    });
    const accounts = 1 + Math.ceil(STOPS / CAMPAIGNS_EACH);
    for (let account = 0; account < accounts; account += 1) {
      const { accountId, token: apiKey } = await createApiKey(database.pool);
      const domain = await createDomain(database.pool, accountId, { isDefault: true });
      const audienceId = await insertContacts(accountId, account === 0 ? CONTACTS : CONTACTS_EACH);
      const client = createApiClient({ url: product.url, apiKey, connections: 4 });
      senders.push({ accountId, audienceId, domain, client });
    }
    await Promise.all([
      product.startApi(),
      product.startWorker(['schedule', 'audience']),
      product.startWorker('bulk'),
    ]);
    [optOuts, stops] = await Promise.all([changeOptOuts(), stopCampaigns()]);
  });
  after(async () => {
    await Promise.all(senders.map(({ client }) => client.close()));
    await product?.stop();
  });

  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[];
  const insertContacts = async (accountId: string, contacts: number) => {
    const [{ audienceId } = { audienceId: '' }] = await query<{ audienceId: string }>(
      `WITH made AS (
         INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
         SELECT uuid_v7(now()), account_id, audiences.id, address, address, now(), now()
         FROM audiences, generate_series(1, $2::integer) AS n, concat('p', n, '@customer.dev') AS address
         WHERE account_id = $1)
       SELECT id AS "audienceId" FROM audiences WHERE account_id = $1`,
      [accountId, contacts],
    );
    return audienceId;
  };

  async function ask({ client }: Sender, question: Question): Promise<Record<string, unknown>> {
    const answer = await client.ask(question);
    expect(
      answer?.status,
      `${question.method} ${question.path}: ${JSON.stringify(answer?.body)}`,
    ).to.be.below(300);
    return answer?.body ?? {};
  }

  async function send(sender: Sender, subject: string): Promise<string> {
    const { audienceId, domain } = sender;
    const body = { from: `news@${domain.name}`, subject, audience_id: audienceId, text: 'News', send: true };
    return (await ask(sender, { method: 'POST', path: '/campaigns', body }))['id'] as string;
  }

  const statusOf = async (sender: Sender, id: string) =>
    (await sender.client.read(`/campaigns/${id}`))['status'];
  const countSent = (subject: string) =>
    product.sink.messages.filter(({ header }) => header === subject).length;
  const hasEnded = async (sender: Sender, id: string) =>
    ['sent', 'canceled'].includes(String(await statusOf(sender, id)));

  async function changeOptOuts() {
    const [sender] = senders as [Sender];
    const contacts = await query<{ id: string; email: string }>(
      'SELECT id, email FROM contacts WHERE account_id = $1 ORDER BY md5(id::text)',
      [sender.accountId],
    );
    const id = await send(sender, 'Minds');
    const all = contacts.slice(0, CHANGES).map((contact, place) => ({
      ...contact,
      kind: KINDS[place % KINDS.length] ?? '',
      isPaused: place % (2 * KINDS.length) >= KINDS.length,
    }));
    const change = ({ id: contactId, email, kind }: Changed) =>
      ask(sender, OPT_OUT_CHANGES[kind]?.question(contactId, email) ?? expect.fail());
    await eventually('it is being sent', () => countSent('Minds') > 10, DEADLINE_MS);
    for (const each of all.filter(({ isPaused }) => !isPaused)) await change(each);
    await ask(sender, { method: 'POST', path: `/campaigns/${id}/pause` });
    await untilStopped(id);
    const sentBefore = new Set(await findSentContacts(id));
    const changed = all.filter((each) => each.isPaused && !sentBefore.has(each.id));
    expect(changed, 'some change their mind in time').to.not.be.empty;
    for (const each of changed) await change(each);
    const erased = changed.filter(({ kind }) => kind === 'is erased');
    await eventually('no mail to the erased is left', () => isAllWithdrawn(erased), DEADLINE_MS);
    await ask(sender, { method: 'POST', path: `/campaigns/${id}/resume` });
    await eventually('it has ended', () => hasEnded(sender, id), DEADLINE_MS);
    return { id, changed };
  }

  it('mail no contact who has refused, for the right reason', async () => {
    const { id, changed } = optOuts;
    await expectRefusalsKept(id, changed);
    expect(countSent('Minds')).to.equal((await findSentContacts(id)).length + (await countErasedSent(id)));
  });

  /** Each mail that was released has left, is held for minutes, or was withdrawn. */
  const untilStopped = (id: string) =>
    eventually(
      'no worker sends mail of the campaign',
      async () =>
        (
          await query(
            `SELECT FROM email_recipients JOIN emails ON emails.id = email_id
             WHERE campaign_id = $1 AND state IN ('queued', 'sending', 'delivery_delayed')
               AND (claimed_by IS NOT NULL OR woken_at IS NOT NULL
                    OR next_attempt_at < now() + interval '5 minutes') LIMIT 1`,
            [id],
          )
        ).length === 0,
      DEADLINE_MS,
    );
  const findSentContacts = async (id: string) =>
    (
      await query<{ contactId: string }>(
        `SELECT contact_id AS "contactId" FROM campaign_recipients JOIN campaigns USING (dispatch_id)
         WHERE campaigns.id = $1 AND campaign_recipients.sent_at IS NOT NULL AND NOT is_erased`,
        [id],
      )
    ).map(({ contactId }) => contactId);
  const countErasedSent = async (id: string) =>
    (
      await query(
        `SELECT FROM campaign_recipients JOIN campaigns USING (dispatch_id)
         WHERE campaigns.id = $1 AND campaign_recipients.sent_at IS NOT NULL AND is_erased`,
        [id],
      )
    ).length;
  /** The rest of an erasure takes minutes. */
  const isAllWithdrawn = async (erased: readonly { email: string }[]) =>
    (
      await query(
        `SELECT FROM email_recipients WHERE address = ANY($1) AND state IN ('queued', 'sending', 'delivery_delayed') LIMIT 1`,
        [erased.map(({ email }) => email)],
      )
    ).length === 0;

  async function expectRefusalsKept(id: string, changed: readonly Changed[]): Promise<void> {
    const rows = await query<{ contactId: string; end: string }>(
      `SELECT contact_id AS "contactId", concat(state, ' ', coalesce(reason, 'null')) AS end
       FROM campaign_recipients JOIN campaigns USING (dispatch_id) WHERE campaigns.id = $1`,
      [id],
    );
    const endOf = new Map(rows.map(({ contactId, end }) => [contactId, end]));
    for (const { id: contactId, kind } of changed) {
      // In the end no row names the contact of an erased person.
      const ends = [...(OPT_OUT_CHANGES[kind]?.ends ?? []), ...(kind === 'is erased' ? [undefined] : [])];
      expect(endOf.get(contactId), kind).to.be.oneOf(ends);
    }
  }

  async function stopCampaigns(): Promise<Stop[]> {
    const numbers = Array.from({ length: STOPS }, (_, number) => number);
    const all = await Promise.all(numbers.map(stopOne));
    for (const { subject, within } of all) expect(countSent(subject), subject).to.equal(within);
    for (const { sender, id, verb } of all)
      if (verb === 'pause') await ask(sender, { method: 'POST', path: `/campaigns/${id}/resume` });
    await eventually('all have ended', () => haveAllEnded(), DEADLINE_MS);
    return all;
  }

  async function stopOne(number: number): Promise<Stop> {
    const sender = senders[1 + Math.floor(number / CAMPAIGNS_EACH)] ?? expect.fail();
    const subject = `Stop ${number}`;
    const verb = number % 2 === 0 ? 'pause' : 'cancel';
    const from = Math.floor(random() * CONTACTS_EACH * 0.8);
    const id = await send(sender, subject);
    await eventually('some are sent', () => countSent(subject) >= from, DEADLINE_MS);
    const answer = await sender.client.ask({ method: 'POST', path: `/campaigns/${id}/${verb}` });
    await untilStopped(id);
    // It may have ended first.
    const done = answer?.status === 200 ? verb : 'none';
    return { sender, id, subject, verb: done, within: countSent(subject) };
  }

  it('send nothing after a pause or a cancel, the held mail once after the resume, and refund the rest', async () => {
    for (const { subject, verb, within } of stops)
      expect(countSent(subject), subject).to.equal(verb === 'pause' ? CONTACTS_EACH : within);
    const left = await query(
      `SELECT FROM campaign_recipients WHERE state NOT IN ('delivered', 'canceled', 'left_out', 'suppressed') LIMIT 1`,
    );
    expect(left).to.be.empty;
    await expectCharged();
  });

  const haveAllEnded = async () =>
    (
      await query(
        `SELECT FROM campaigns WHERE status NOT IN ('sent', 'canceled') OR next_attempt_at IS NOT NULL LIMIT 1`,
      )
    ).length === 0;

  async function expectCharged(): Promise<void> {
    const [{ used, sent } = { used: 0, sent: -1 }] = await query<{ used: number; sent: number }>(
      `SELECT (SELECT sum(used)::integer FROM email_usage WHERE period = 'day') AS used,
              (SELECT count(*)::integer FROM email_recipients WHERE state = 'delivered') AS sent`,
    );
    expect(used).to.equal(sent);
  }
});

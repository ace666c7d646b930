// Flow test: minds change while campaigns are released. Who refuses gets nothing from then on, each for the right reason; and
// after a pause or a cancel nothing leaves, what was held leaves once after the resume, and what was charged is refunded.
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent, IS_LONG } from '../support/extent.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient, type Question } from './support/api-client.ts';
import { QUICK_LEASE } from './support/crowd.ts';
import { type Product, prepareProduct } from './support/product.ts';

/** Changes of mind, of each kind a part, half of them while the campaign is paused. */
const CHANGES = extent('CAMPAIGN_MINDS_CHANGES', 64, 1_000);
const CONTACTS = 4 * CHANGES;
/** Pauses and cancels, each of a campaign of its own. */
const STOPS = extent('CAMPAIGN_MINDS_STOPS', 30, 1_000);
const CONTACTS_EACH = 20;
/** An account may have 50 campaigns that are not finished. */
const CAMPAIGNS_EACH = 30;
/** The server takes so long for each mail, so that a campaign takes seconds. */
const SLOW_MS = 60;
/** Workers ask every two seconds what is stopped; a busy machine may be late. */
const STOPS_WITHIN_MS = IS_LONG ? 5_000 : 15_000;
const DEADLINE_MS = 240_000 + 400 * STOPS + 60 * CONTACTS;

interface Sender {
  accountId: string;
  audienceId: string;
  domain: { name: string };
  client: ApiClient;
}

/** A change of mind of a contact, and the states and reasons that it may lead to. */
const CHANGES_OF_MIND: Record<
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
const KINDS = Object.keys(CHANGES_OF_MIND);

describe('Campaigns, while minds change', function () {
  this.timeout(DEADLINE_MS);
  const database = useDatabase();
  let product: Product;
  const senders: Sender[] = [];

  before(async () => {
    product = await prepareProduct({
      ...{ databaseUrl: database.url, logLevel: 'silent' },
      more: { ...QUICK_LEASE, BULK_MAX_CONNECTIONS: '5' },
      sink: {
        ...{ keepRaw: false, keepHeader: 'Subject' },
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
      product.startWorker('schedule'),
      product.startWorker('bulk'),
      product.startWorker('audience'),
    ]);
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

  it('mail no contact who has refused, for the right reason', async () => {
    const [sender] = senders as [Sender];
    const contacts = await query<{ id: string; email: string }>(
      'SELECT id, email FROM contacts WHERE account_id = $1 ORDER BY md5(id::text)',
      [sender.accountId],
    );
    const id = await send(sender, 'Minds');
    const changed = contacts.slice(0, CHANGES).map((contact, place) => ({
      ...contact,
      kind: KINDS[place % KINDS.length] ?? '',
      isPaused: place % (2 * KINDS.length) >= KINDS.length,
    }));
    const change = ({ id: contactId, email, kind }: (typeof changed)[number]) =>
      ask(sender, CHANGES_OF_MIND[kind]?.question(contactId, email) ?? expect.fail());
    await eventually('it is being sent', () => countSent('Minds') > 10, DEADLINE_MS);
    for (const each of changed.filter(({ isPaused }) => !isPaused)) await change(each);
    await ask(sender, { method: 'POST', path: `/campaigns/${id}/pause` });
    await untilStopped('Minds');
    const sentBefore = new Set(await findSentContacts(id));
    const whilePaused = changed.filter((each) => each.isPaused && !sentBefore.has(each.id));
    expect(whilePaused, 'some change their mind in time').to.not.be.empty;
    for (const each of whilePaused) await change(each);
    const erased = whilePaused.filter(({ kind }) => kind === 'is erased');
    await eventually('no mail to the erased is left', () => isAllWithdrawn(erased), DEADLINE_MS);
    await ask(sender, { method: 'POST', path: `/campaigns/${id}/resume` });
    await eventually('it has ended', () => hasEnded(sender, id), DEADLINE_MS);
    await expectRefusalsKept(id, whilePaused);
    expect(countSent('Minds')).to.equal((await findSentContacts(id)).length + (await countErasedSent(id)));
  });

  /** Nothing has arrived for as long as a stop may take. */
  async function untilStopped(subject: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, STOPS_WITHIN_MS));
    expect(countSent(subject)).to.be.above(0);
  }
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

  async function expectRefusalsKept(
    id: string,
    changed: readonly { id: string; kind: string }[],
  ): Promise<void> {
    const rows = await query<{ contactId: string; end: string }>(
      `SELECT contact_id AS "contactId", concat(state, ' ', coalesce(reason, 'null')) AS end
       FROM campaign_recipients JOIN campaigns USING (dispatch_id) WHERE campaigns.id = $1`,
      [id],
    );
    const endOf = new Map(rows.map(({ contactId, end }) => [contactId, end]));
    for (const { id: contactId, kind } of changed) {
      // In the end no row names the contact of an erased person.
      const ends = [...(CHANGES_OF_MIND[kind]?.ends ?? []), ...(kind === 'is erased' ? [undefined] : [])];
      expect(endOf.get(contactId), kind).to.be.oneOf(ends);
    }
  }

  it('send nothing after a pause or a cancel, the held mail once after the resume, and refund the rest', async () => {
    const stops = await Promise.all(
      senders.slice(1).map((sender, account) => stopCampaigns(sender, account * CAMPAIGNS_EACH)),
    ).then((all) => all.flat());
    for (const { subject, within } of stops) expect(countSent(subject), subject).to.equal(within);
    for (const { sender, id, verb } of stops)
      if (verb === 'pause') await ask(sender, { method: 'POST', path: `/campaigns/${id}/resume` });
    await eventually('all have ended', () => haveAllEnded(), DEADLINE_MS);
    for (const { subject, verb } of stops)
      if (verb === 'pause') expect(countSent(subject)).to.equal(CONTACTS_EACH);
    const left = await query(
      `SELECT FROM campaign_recipients WHERE state NOT IN ('delivered', 'canceled', 'left_out', 'suppressed') LIMIT 1`,
    );
    expect(left).to.be.empty;
    await expectCharged();
  });

  interface Stop {
    sender: Sender;
    id: string;
    verb: string;
    subject: string;
    /** Mails that had arrived when the stop had to hold. */
    within: number;
  }

  function stopCampaigns(sender: Sender, first: number): Promise<Stop[]> {
    const numbers = Array.from(
      { length: Math.min(CAMPAIGNS_EACH, STOPS - first) },
      (_, place) => first + place,
    );
    return Promise.all(
      numbers.map(async (number) => {
        const subject = `Stop ${number}`;
        const verb = number % 2 === 0 ? 'pause' : 'cancel';
        const id = await send(sender, subject);
        const from = Math.floor(Math.random() * CONTACTS_EACH * 0.8);
        await eventually('some are sent', () => countSent(subject) >= from, DEADLINE_MS);
        const answer = await sender.client.ask({ method: 'POST', path: `/campaigns/${id}/${verb}` });
        await new Promise((resolve) => setTimeout(resolve, STOPS_WITHIN_MS));
        // It may have ended first.
        return {
          sender,
          id,
          subject,
          verb: answer?.status === 200 ? verb : 'none',
          within: countSent(subject),
        };
      }),
    );
  }

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

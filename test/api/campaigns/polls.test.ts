// Polls of campaigns as they are given (docs/reference/campaigns.md#polls). What the dispatch does is in
// test/workers/jobs/dispatch-campaigns-polls.test.ts.
import { expect } from 'chai';
import { TEST_POLL_ID } from '../../../shared/resources/messaging/polls/link.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaignOwner, type ShownCampaignRecord } from './owner.ts';

const POLL = { question: 'Which day?', options: ['Monday', 'Tuesday'], closes_at: null, results: 'private' };
const AB_TEST = {
  variants: [{ key: 'a' }, { key: 'b', html: '<b>{{{POLL}}}</b>' }],
  test_percent: 100,
  winner_metric: 'manual',
};

interface ShownPoll {
  id: string;
  question: string;
  options: { id: string; label: string }[];
}

describe('Polls of campaigns', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const pollOf = (campaign: ShownCampaignRecord) => campaign['poll'] as ShownPoll;
  const refused = async (answer: ReturnType<typeof owner.create>, ...details: string[]) =>
    expectError(await answer, 422, 'validation_error', ...details);
  const changed = async (id: string, fields: object) =>
    pollOf((await owner.change(id, fields).expect(200)).body);
  const rows = async () =>
    (await app.pool.query('SELECT * FROM polls WHERE account_id = $1 ORDER BY id', [owner.accountId])).rows;
  const template = async (fields: object) => {
    const id = await owner.make('/templates', { name: 'Asked', html: '<p>Hi</p>', ...fields });
    return (await owner.api.post(`/templates/${id}/publish`).expect(200)).body as ShownCampaignRecord;
  };
  /** As its dispatch would put it. */
  const begin = (id: string, columns: object = {}) =>
    owner.put(id, { status: 'paused', paused_from: 'sending', dispatch_id: id, ...columns });
  const vote = ({ id, options }: ShownPoll) =>
    app.pool.query(
      `INSERT INTO poll_votes (poll_id, address_key, id, account_id, address, email_id, option_id, created_at, updated_at)
       VALUES ($1, 'bo@customer.dev', $1, $2, 'bo@customer.dev', $1, $3, now(), now())`,
      [id, owner.accountId, options[0]?.id],
    );

  it('Shows the `poll` of a campaign, changes it, removes it by null, and copies it as a poll of its own.', async () => {
    const made = await owner.made({ poll: POLL, ab_test: AB_TEST, tracking: { opens: true } });
    const poll = pollOf(made);
    expect(poll).to.deep.include({ question: 'Which day?', closes_at: null, results: 'private' });
    expect(await changed(made.id, { poll: { ...POLL, question: 'When?' } })).to.deep.equal({
      ...poll,
      question: 'When?',
    });
    expect(await changed(made.id, { subject: 'Other' })).to.include({ id: poll.id });
    const other = await changed(made.id, { poll: { ...POLL, options: ['Monday', 'Friday'] } });
    expect(other.id).not.to.equal(poll.id);
    const { body: copy } = await owner.post(made.id, 'duplicate').expect(201);
    expect(copy.poll).to.deep.include({ question: 'Which day?' });
    expect(copy.poll.id).not.to.equal(other.id);
    expect(copy.poll.options[0].id).not.to.equal(other.options[0]?.id);
    const { rows: contents } = await app.pool.query(
      "SELECT DISTINCT poll ->> 'id' AS id FROM campaign_contents WHERE campaign_id = $1",
      [copy.id],
    );
    expect(contents).to.deep.equal([{ id: copy.poll.id }]);
    expect(await changed(made.id, { poll: null })).to.equal(null);
    expect(await rows()).to.deep.equal([]);
  });

  it('Rejects to send a campaign that has `{{{POLL}}}` and no poll with validation_error 422.', async () => {
    const { id } = await owner.made({ html: '<p>{{{POLL}}}</p>' });
    for (const [below, body] of [
      ['send', {}],
      ['test', { to: 'bo@customer.dev' }],
    ] as const)
      expect(
        await refused(owner.post(id, below, body), ...(below === 'send' ? ['findings'] : [])),
      ).to.include('{{{POLL}}}');
    await owner.change(id, { poll: POLL }).expect(200);
    await owner.post(id, 'send', { scheduled_at: 'in 1 hour' }).expect(200);
    expect(await refused(owner.change(id, { poll: null }))).to.include('{{{POLL}}}');
    await owner.post(id, 'cancel').expect(200);
    await app.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{send}', 'old', 1)`,
      [id],
    );
    expect(await refused(owner.post(id, 'send'))).to.include('An upgrade is in progress');
    await app.pool.query('DELETE FROM worker_processes WHERE id = $1', [id]);
    await owner.post(id, 'send').expect(200);
  });

  it('Changes question, end and results of the poll of a paused campaign, its options only as long as it has no vote, and rejects every other change of it with validation_error 422.', async () => {
    const { id, ...made } = await owner.made({ poll: POLL });
    await begin(id);
    const poll = await changed(id, { poll: { ...POLL, question: 'When?', results: 'public' } });
    expect(poll).to.deep.equal({
      ...pollOf({ id, ...made } as ShownCampaignRecord),
      question: 'When?',
      results: 'public',
    });
    expect((await rows()).map((row) => [row.id, row.campaign_id, row.question])).to.deep.equal([
      [poll.id, id, 'When?'],
    ]);
    const options = ['Monday', 'Friday'];
    const next = await changed(id, { poll: { ...POLL, options } });
    expect((await rows()).map((row) => row.id)).to.deep.equal([poll.id, next.id]);
    await vote(next);
    expect(await refused(owner.change(id, { poll: POLL }))).to.include('Votes have been cast');
    expect(await refused(owner.change(id, { poll: null }))).to.include('already have its `poll`');
    expect(await changed(id, { poll: { ...POLL, options, closes_at: 'in 1 hour' } })).to.include({
      id: next.id,
    });
    expect(pollOf(await owner.shown(id)).options).to.deep.equal(next.options);
  });

  it('Shows the poll in a preview of a campaign, with links that lead nowhere, and sends it in a test, whose votes do not count.', async () => {
    const own = await owner.made({ poll: POLL, text: 'Hello' });
    const asking = await template({ poll: POLL, html: '<p>{{{POLL}}}</p>' });
    const ofTemplate = await owner.made({ html: undefined, template: { id: asking.id } });
    expect(pollOf(ofTemplate)).to.equal(null);
    for (const { id } of [own, ofTemplate]) {
      const { html, text } = (await owner.post(id, 'preview').expect(200)).body;
      expect(html).to.match(
        /<table .*Which day\?.*<a href="#"[^>]*>Monday<\/a>.*<\/table>.*UNSUBSCRIBE_URL/s,
      );
      expect(text).to.match(/Which day\?.*Monday.*UNSUBSCRIBE_URL/s);
      const { ids } = (await owner.post(id, 'test', { to: 'bo@customer.dev' }).expect(200)).body;
      const email = await owner.read(`/emails/${ids[0]}`);
      expect(email.poll).to.include({ id: TEST_POLL_ID, question: 'Which day?' });
      expect(email.html).to.include('{{{POLL}}}');
    }
    expect(await rows()).to.have.length(1);
  });

  it('Asks the poll of the template when a campaign starts, and rejects a campaign whose template has a poll besides its own with validation_error 422.', async () => {
    const asking = await template({ poll: POLL });
    const silent = await template({});
    const use = ({ id }: { id: string }) => ({ html: undefined, template: { id } });
    expect(await refused(owner.create({ ...use(asking), poll: POLL }))).to.include('already has a poll');
    const { id } = await owner.made({ ...use(silent), poll: POLL });
    expect(await refused(owner.change(id, use(asking)))).to.include('already has a poll');
    await owner.api.patch(`/templates/${silent.id}`).send({ poll: POLL }).expect(200);
    await owner.api.post(`/templates/${silent.id}/publish`).expect(200);
    expect(await refused(owner.post(id, 'send'), 'findings')).to.include('already has a poll');
    await owner.change(id, { poll: null }).expect(200);
    await owner.post(id, 'send').expect(200);
    // As its dispatch freezes it.
    const frozen = { ...pollOf(asking), isOfTemplate: true, closesAt: null };
    await app.pool.query("UPDATE campaign_contents SET poll = $2, declared = '[]' WHERE campaign_id = $1", [
      id,
      frozen,
    ]);
    await begin(id);
    expect(pollOf(await owner.shown(id))).to.deep.equal(pollOf(asking));
    await owner.change(id, { poll: POLL, subject: 'Other' }).expect(200);
    for (const poll of [null, { ...POLL, question: 'When?' }])
      expect(await refused(owner.change(id, { poll }))).to.include('comes from its template');
    const { body: copy } = await owner.post(id, 'duplicate').expect(201);
    expect(copy.poll).to.equal(null);
    // With a body of its own it asks nothing any more.
    expect(await changed(id, { html: '<p>Own</p>' })).to.equal(null);
  });
});

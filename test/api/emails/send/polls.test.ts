// Polls of emails as they are given (docs/reference/emails.md#polls). What a message shows of them is in
// test/workers/send/polls.test.ts, what is refused because of a field in refusals.ts.
import { expect } from 'chai';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useSender } from '../sender.ts';

const POLL = { question: ' Which <b>day</b>? ', options: ['Monday', ' Tuesday '], results: 'public' };
const HTML = '<p>{{{POLL}}}</p>';

describe('Polls of emails', () => {
  const app = useApp();
  const sender = useSender(app);
  const isoAfter = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
  const polls = async () =>
    (await app.pool.query('SELECT * FROM polls WHERE account_id = $1 ORDER BY id', [sender.accountId])).rows;
  /** A published template. */
  const publish = async (fields: object) => {
    const id = await sender.make('/templates', { name: 'Asked', subject: 'Hello', ...fields });
    const template = (await sender.api.post(`/templates/${id}/publish`).expect(200)).body;
    return { template: template.poll, fields: { template: { id }, subject: undefined, text: undefined } };
  };

  it('Sends an email with a poll, also in a batch, and answers the poll with ids for it and for its options.', async () => {
    const email = await sender.sent({ html: HTML, poll: { ...POLL, closes_at: 'in 2 days' } });
    const [monday, tuesday] = email.poll.options;
    expect(email).to.deep.include({
      html: HTML,
      poll: {
        id: email.poll.id,
        question: 'Which <b>day</b>?',
        results: 'public',
        closes_at: isoAfter(2 * DAY_MS),
        options: [
          { id: monday.id, label: 'Monday' },
          { id: tuesday.id, label: 'Tuesday' },
        ],
      },
    });
    const { data } = (await sender.batch([POLL, null].map((poll) => sender.body({ poll })))).body;
    const [asking, silent] = await Promise.all(
      data.map(({ id }: { id: string }) => sender.read(`/emails/${id}`)),
    );
    expect(silent.poll).to.equal(null);
    expect(asking.poll).to.deep.include({ closes_at: null, question: 'Which <b>day</b>?' });
    expect(asking.poll.id).not.to.equal(email.poll.id);
    const stored = [email, asking].map(({ id, poll }) => ({
      id: poll.id,
      email_id: id,
      campaign_id: null,
      template_id: null,
      question: poll.question,
      options: poll.options,
      results: 'public',
    }));
    expect((await polls()).map(({ account_id, closes_at, created_at, ...row }) => row)).to.deep.equal(stored);
  });

  it('Rejects a poll whose closes_at is past or no time with validation_error 422, and in a batch names the email.', async () => {
    for (const closesAt of ['yesterday', isoAfter(-1), 'when it is done', '2026-02-30'])
      expect(await sender.refused({ poll: { ...POLL, closes_at: closesAt } })).to.include('poll.closes_at');
    const items = ['in 1 day', '2020-01-01'].map((closesAt) =>
      sender.body({ poll: { ...POLL, closes_at: closesAt } }),
    );
    const strict = await sender.batch(items);
    expectError(strict, 422, 'validation_error', 'index');
    expect(strict.body.index).to.equal(1);
    const permissive = await sender.batch(items, { 'x-batch-validation': 'permissive' });
    expect(permissive.body.data).to.have.length(1);
    expect(permissive.body.errors).to.deep.include.members([
      { index: 1, message: permissive.body.errors[0].message },
    ]);
    expect(await polls()).to.have.length(1);
  });

  it('Sends the poll of its template with an email, and rejects an email with a poll whose template has one too with validation_error 422.', async () => {
    const { template, fields } = await publish({ html: '<p>Hello</p>', poll: POLL });
    expect((await sender.sent(fields)).poll).to.deep.equal(template);
    expect(await polls()).to.have.length(1);
    expect(await sender.refused({ ...fields, poll: POLL })).to.include('already has a poll');
    const { data, errors } = (
      await sender.batch(
        [POLL, undefined].map((poll) => sender.body({ ...fields, poll })),
        { 'x-batch-validation': 'permissive' },
      )
    ).body;
    expect([data.length, errors[0].index]).to.deep.equal([1, 0]);
  });

  it('Takes a poll for a template that has `{{{POLL}}}` and no poll, and rejects an email with neither with validation_error 422.', async () => {
    const { fields } = await publish({ html: HTML });
    const { id, html, poll } = await sender.sent({ ...fields, poll: POLL });
    expect(html).to.equal(HTML);
    expect(await polls()).to.have.nested.property('[0].email_id', id);
    expect(poll.question).to.equal('Which <b>day</b>?');
    expect(await sender.refused(fields)).to.include('{{{POLL}}}');
    // Html of an email is not a template.
    expect(await sender.sent({ html: HTML })).to.include({ html: HTML, poll: null });
  });

  it('Rejects mail with a poll with sending_service_unavailable 503 while an upgrade is in progress and not all workers know polls.', async () => {
    const { fields } = await publish({ html: HTML, poll: POLL });
    const id = sender.accountId;
    await app.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{send}', 'old', 1)`,
      [id],
    );
    try {
      for (const asking of [{ poll: POLL }, fields])
        expect(await sender.refused(asking, 'sending_service_unavailable')).to.include('An upgrade');
      await sender.sent();
    } finally {
      await app.pool.query('UPDATE worker_processes SET knows_polls = true WHERE id = $1', [id]);
    }
    await sender.sent({ poll: POLL });
  });
});

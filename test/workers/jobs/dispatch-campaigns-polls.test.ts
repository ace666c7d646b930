// The job that dispatches campaigns: what its mail asks, from the start of the campaign on.
import { expect } from 'chai';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { createBodyReader } from '../../../shared/resources/messaging/campaign-contents/body-reader.ts';
import { pollDefinition } from '../../support/factories/poll-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { useCampaigns } from './support/use-campaigns.ts';

const PLACE = '{{{POLL}}}';

describe('dispatch-campaigns, with a poll or a link to the web', () => {
  const test = useCampaigns();
  /** What the mails of the account say, in the order of their subjects. */
  const bodies = async () => {
    const readBody = createBodyReader(test.job.pool, new FairTurns());
    const mails = (await test.mails()).sort((a, b) => (String(a['subject']) < String(b['subject']) ? -1 : 1));
    return await Promise.all(
      mails.map(({ source_id: sourceId, data, created_at: createdAt }) =>
        readBody({
          accountId: test.accountId,
          html: null,
          text: null,
          poll: null,
          rendered: { sourceId: String(sourceId), data: (data ?? {}) as Record<string, unknown> },
          createdAt: createdAt as Date,
        }),
      ),
    );
  };
  const polls = () => test.query('SELECT * FROM polls WHERE account_id = $1', [test.accountId]);

  it('Asks the `poll` of a campaign in its mail, also in that of each variant, above the footer or in place of `{{{POLL}}}`.', async () => {
    for (const name of ['bo', 'cy']) await test.contact(`${name}@customer.dev`);
    const poll = pollDefinition();
    const subjects = { a: 'A', b: 'B' };
    const { id } = await test.queue({
      poll,
      html: '<body><p>Hi</p></body>',
      text: `Hi ${PLACE}`,
      tracking: { opens: true },
      abTest: { subjects, testPercent: 100, winnerMetric: 'open_rate', wait: '1 hour' },
    });
    expect(await test.dispatch(id)).to.include({ status: 'testing' });
    const read = await bodies();
    expect(read).to.have.length(2);
    for (const body of read) {
      expect(body.poll).to.deep.equal(poll);
      expect(body.html).to.match(
        /^<body><p>Hi<\/p>\{\{\{POLL\}\}\}\n<div .*UNSUBSCRIBE_URL.*<\/div>\n<\/body>$/s,
      );
      expect(body.text).to.match(/^Hi \{\{\{POLL\}\}\}\n\nUnsubscribe: /);
    }
    const [row, ...others] = await polls();
    expect(others).to.deep.equal([]);
    expect(row).to.include({ id: poll.id, campaign_id: id, email_id: null, template_id: null });
  });

  it('fails to begin with a link to its version on the web when that was turned off', async () => {
    await test.contact('bo@customer.dev');
    const { id } = await test.queue({ html: '<p>{{{WEB_VERSION_URL}}}</p>' });
    await test.query(`UPDATE campaigns SET web_version = 'off' WHERE id = $1`, [id]);
    const failed = await test.dispatch(id);
    expect(failed).to.include({ status: 'failed' });
    expect(failed.failed_reason).to.include('`WEB_VERSION_URL` has no page to link to');
  });

  it('takes the poll of the template, without another row of it, and fails with two polls or none', async () => {
    await test.contact('bo@customer.dev');
    const poll = pollDefinition();
    const asking = await createTemplate(test.job.pool, test.accountId, { poll, variables: [], html: PLACE });
    const silent = await createTemplate(test.job.pool, test.accountId, { variables: [], html: PLACE });
    const { id } = await test.queue({ html: null, templateId: asking.id });
    expect(await test.dispatch(id)).to.include({ status: 'sending' });
    expect(await bodies()).to.have.nested.property('[0].poll.id', poll.id);
    expect(await polls()).to.deep.equal([]);
    for (const [said, why] of [
      [{ from: 'a@elsewhere.dev', html: 'Hi', poll: pollDefinition() }, ''],
      [{ templateId: asking.id, poll: pollDefinition() }, 'already has a poll'],
      [{ templateId: silent.id }, 'there is no `poll`'],
    ] as const) {
      const failed = await test.queue({ html: null, ...said });
      const { status, failed_reason: reason } = await test.dispatch(failed.id);
      expect([status, String(reason).includes(why)], String(reason)).to.deep.equal(['failed', true]);
    }
    expect(await polls()).to.deep.equal([]);
  });

  it('waits while a worker of the release before is alive', async () => {
    await test.contact('bo@customer.dev');
    const { id } = await test.queue({ poll: pollDefinition() });
    await test.query(
      `INSERT INTO worker_processes (id, groups, host, pid, renders_contents, counts_variants, paces_campaigns)
       VALUES ($1, '{send}', 'old', 1, true, true, true)`,
      [id],
    );
    await test.dispatch(id);
    expect(await test.mails()).to.deep.equal([]);
    await test.query('DELETE FROM worker_processes WHERE id = $1', [id]);
    test.clock.advance(60_000);
    await test.dispatch(id);
    expect(await test.mails()).to.have.length(1);
  });
});

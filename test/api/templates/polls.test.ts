// Polls of templates (docs/reference/templates.md#polls).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { TEST_POLL_ID } from '../../../shared/resources/messaging/polls/link.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createTemplateOwner } from './owner.ts';

const POLL = { question: 'Which day?', options: ['Monday', 'Tuesday'] };
const HTML = '<p>{{{ POLL }}} {% if true %}{{ POLL }}{% endif %}</p>';

describe('Polls of templates', () => {
  const app = useApp();
  const asked = useEach(() =>
    createTemplateOwner(app, (domain) => ({
      from: `ana@${domain}`,
      subject: 'Hello',
      html: '<p>{{ POLL }}</p>',
      text: 'Hello',
      poll: { ...POLL, closes_at: 'in 1 day', results: 'public' },
    })),
  );
  const shown = () => asked.read(asked.path);
  const changed = async (poll: object | null) => (await asked.patch({ poll }).expect(200)).body.poll;
  const rows = async () =>
    (
      await app.pool.query('SELECT * FROM polls WHERE account_id = $1 ORDER BY created_at, id', [
        asked.accountId,
      ])
    ).rows;
  const labels = (poll: { options: { label: string }[] }) => poll.options.map(({ label }) => label);

  it('Keeps the poll of a template in its versions: shows it, changes it as a whole, removes it by null, and brings it back by a revert.', async () => {
    const { poll, current_version_id: version } = await shown();
    expect(poll).to.include({ question: 'Which day?', results: 'public' });
    expect(await rows()).to.deep.equal([]);
    await asked.publish();
    const first = (await shown()).updated_at;
    // A poll that is given again is not a change.
    await asked.patch({ poll: { ...POLL, closes_at: poll.closes_at, results: 'public' } }).expect(200);
    expect((await shown()).updated_at).to.equal(first);
    expect(await changed({ ...POLL, question: 'When?' })).to.deep.equal({
      ...poll,
      question: 'When?',
      closes_at: null,
      results: 'private',
    });
    await asked.patch({ subject: 'Other' }).expect(200);
    expect((await shown()).poll.question).to.equal('When?');
    expect(await changed(null)).to.equal(null);
    expect((await asked.post('revert', { version_id: version }).expect(200)).body.poll).to.deep.equal(poll);
  });

  it('Goes on with the poll of the published version when a change keeps its options, and begins a new one with other options.', async () => {
    const { poll } = (await asked.publish()) as { poll: { id: string; options: { label: string }[] } };
    expect(await rows()).to.have.length(1);
    expect((await rows())[0]).to.include({ id: poll.id, template_id: asked.id, email_id: null });
    const other = await changed({ ...POLL, options: ['Tuesday', 'Monday'] });
    expect(other.id).not.to.equal(poll.id);
    expect(await changed({ ...POLL, question: 'When?' })).to.deep.include({
      id: poll.id,
      options: poll.options,
      question: 'When?',
    });
    await asked.publish();
    expect(await rows()).to.have.length(1);
    expect((await rows())[0]).to.include({ question: 'When?', results: 'private', closes_at: null });
    const next = await changed({ ...POLL, options: ['Friday', 'Sunday'] });
    // A mail of the published version asks what that one asks.
    expect((await asked.send({ template: { id: asked.id } }))['poll']).to.include({ id: poll.id });
    await asked.publish();
    expect((await rows()).map(({ id }) => id)).to.deep.equal([poll.id, next.id]);
  });

  it('Copies the poll of a template that is duplicated as a poll of its own.', async () => {
    const { poll } = await shown();
    app.clock.advance(2 * DAY_MS);
    const { poll: copy } = (await asked.post('duplicate').expect(201)).body;
    expect(labels(copy)).to.deep.equal(labels(poll));
    expect(copy).to.include({ question: poll.question, closes_at: poll.closes_at });
    const ids = [poll, copy].flatMap(({ id, options }) => [
      id,
      ...options.map((each: { id: string }) => each.id),
    ]);
    expect(new Set(ids).size).to.equal(6);
  });

  it('Shows the poll in a preview of a template, with links that lead nowhere, and sends it in a test, whose votes do not count.', async () => {
    const { html, text } = (await asked.post('preview').expect(200)).body;
    expect(html).to.match(/^<p><table .*Which day\?.*<a href="#"[^>]*>Monday<\/a>.*<\/table>\n<\/p>$/s);
    expect(text).to.include('Hello').and.include('* Monday: #');
    const unsaved = { html: HTML, poll: POLL };
    const preview = (await asked.api.post('/templates/preview').send(unsaved).expect(200)).body;
    expect(preview.html.split('<a href="#"')).to.have.length(1 + 2 * 2);
    const { ids } = (await asked.post('test', { to: 'bo@customer.dev' }).expect(200)).body;
    const sent = await asked.read(`/emails/${ids[0]}`);
    expect(sent.html).to.equal('<p>{{{POLL}}}</p>');
    expect(sent.poll).to.include({ id: TEST_POLL_ID, question: 'Which day?' });
    expect(await rows()).to.deep.equal([]);
  });
});

// Drafts, published versions and reverts of templates (docs/reference/templates.md#draft-and-published-version).
import { expect } from 'chai';
import { TEMPLATE_VERSIONS_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createTemplateOwner } from './owner.ts';

describe('Versions of a template', () => {
  const app = useApp();
  const NEWS = { alias: 'news', subject: 'One', html: '<p>One</p>', document: { blocks: [1] } };
  const news = useEach(() => createTemplateOwner(app, () => NEWS));
  beforeEach(() => app.clock.advance(1_000));
  const versions = async (query = 'limit=100') =>
    (await news.read(`${news.path}/versions?${query}`)).data as {
      id: string;
      status: string;
      subject: string;
    }[];
  /** The subject of an email that is made from the template now. */
  const sentSubject = async () => (await news.send({ template: { id: news.id } }))['subject'];

  it('Edits the draft of a published template and keeps sending its published version.', async () => {
    const published = await news.publish();
    expect(published).to.include({
      status: 'published',
      has_unpublished_versions: false,
      published_at: app.clock.now().toISOString(),
    });
    expect(published.published_version_id).to.equal(published.current_version_id);
    const { body: draft } = await news.patch({ subject: 'Two' });
    expect(draft).to.include({
      status: 'published',
      has_unpublished_versions: true,
      subject: 'Two',
      html: '<p>One</p>',
    });
    expect(draft.current_version_id).not.to.equal(draft.published_version_id);
    const { body: edited } = await news.patch({ html: '<p>Two</p>' });
    expect(edited).to.include({ current_version_id: draft.current_version_id, subject: 'Two' });
    expect(await sentSubject()).to.equal('One');
  });

  it('Clears what a change sets to null, and takes no null for a name, a flag or an editor.', async () => {
    const full = { from: 'a@acme.dev', reply_to: ['b@acme.dev'], preview_text: 'Look', text: 'One' };
    const variables = [{ key: 'NAME', type: 'string' }];
    await news.patch({ ...full, variables }).expect(200);
    const nothing = { ...Object.fromEntries(Object.keys(full).map((name) => [name, null])), document: null };
    const { body } = await news.patch({ ...nothing, variables: null, subject: '', html: null });
    expect(body).to.deep.include({ ...nothing, variables: [], subject: null, html: null });
    for (const field of ['name', 'inline_css', 'editor'])
      expectError(await news.patch({ [field]: null }), 422, 'validation_error');
  });

  it('Changes name and alias at once, without a new version.', async () => {
    const { current_version_id } = await news.publish();
    const { body } = await news.patch({ name: 'Tips', alias: 'tips' });
    expect(body).to.include({
      name: 'Tips',
      alias: 'tips',
      has_unpublished_versions: false,
      current_version_id,
    });
    expect((await news.patch({ alias: null })).body.alias).to.equal(null);
    expectError(await news.api.get('/templates/tips'), 404, 'not_found');
  });

  it('Changes nothing in a template, not even `updated_at`, when no field has another value.', async () => {
    await news.publish();
    const before = await news.read(news.path);
    app.clock.advance(1_000);
    for (const body of [
      {},
      { name: 'News', alias: 'news', subject: 'One', document: { blocks: [1] }, variables: [], text: null },
    ])
      expect((await news.patch(body)).body).to.deep.equal(before);
    expect(await versions()).to.have.length(1);
  });

  it('Rejects a change with `if_updated_at` when the template was changed at another time, with validation_error 422.', async () => {
    const { updated_at } = await news.read(news.path);
    const first = (await news.patch({ subject: 'Two', if_updated_at: updated_at })).body;
    for (const time of [updated_at, '2026-11-20', app.clock.now().toISOString().replace(/.$/, '+01:00')])
      expectError(await news.patch({ subject: 'Three', if_updated_at: time }), 422, 'validation_error');
    // Several changes within a millisecond have times of their own.
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((subject) => news.patch({ subject, if_updated_at: first.updated_at })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422]);
    expectError(await news.patch({ if_updated_at: 'now' }), 422, 'validation_error');
  });

  it('Publishes the newest version, from which the next email is made.', async () => {
    await news.publish();
    await news.patch({ subject: 'Two' });
    await news.publish();
    expect(await sentSubject()).to.equal('Two');
    expect(await news.read(news.path)).to.include({ has_unpublished_versions: false });
  });

  it('Leaves a template unchanged that is published again without an edit.', async () => {
    const published = await news.publish();
    app.clock.advance(1_000);
    expect(await news.publish()).to.deep.equal(published);
  });

  it('Lists the versions of a template newest first: one published, at most one draft, the others superseded.', async () => {
    for (const subject of ['Two', 'Three']) {
      await news.publish();
      await news.patch({ subject });
    }
    expect((await versions()).map(({ status, subject }) => [status, subject])).to.deep.equal([
      ['draft', 'Three'],
      ['published', 'Two'],
      ['superseded', 'One'],
    ]);
    const [newest, second, oldest] = await versions();
    const page = await news.read(`${news.path}/versions?limit=1&after=${newest?.id}`);
    expect(page.has_more).to.equal(true);
    expect(page.data[0].id).to.equal(second?.id);
    expect((await versions(`before=${second?.id}`))[0]?.id).to.equal(newest?.id);
    expect([oldest?.id, second?.id].sort()).to.deep.equal([oldest?.id, second?.id]);
  });

  it('Answers a version of a template with its content, also one that was superseded.', async () => {
    await news.publish();
    await news.patch({ subject: 'Two', document: null });
    await news.publish();
    const [newest, oldest] = await versions();
    const read = (id: unknown) => news.api.get(`${news.path}/versions/${id}`);
    const { object, id, name, alias, current_version_id, published_version_id, ...template } =
      await news.read(news.path);
    const { has_unpublished_versions, ...content } = template;
    expect((await read(newest?.id).expect(200)).body).to.deep.equal({
      ...content,
      ...newest,
      object: 'template_version',
      template_id: news.id,
    });
    expect((await read(oldest?.id).expect(200)).body).to.deep.include({
      id: oldest?.id,
      status: 'superseded',
      subject: 'One',
      html: '<p>One</p>',
      document: { blocks: [1] },
    });
    const byAlias = await news.api.get(`/templates/news/versions/${oldest?.id}`).expect(200);
    expect(byAlias.body).to.include({ template_id: news.id, subject: 'One' });
    const other = (await news.api.post('/templates').send({ name: 'Other' })).body;
    for (const none of [other.current_version_id, UNKNOWN_ID, 'x'])
      expectError(await read(none), 404, 'not_found');
    expectError(await news.api.get(`/templates/${other.id}/versions/${oldest?.id}`), 404, 'not_found');
  });

  it('Reverts to an older version by a new draft with its content, and loses no other version.', async () => {
    const { current_version_id: first } = await news.publish();
    await news.patch({ subject: 'Two', document: null });
    const { status, body } = await news.post('revert', { version_id: first });
    expect([status, body.subject, body.document, body.has_unpublished_versions]).to.deep.equal([
      200,
      'One',
      { blocks: [1] },
      true,
    ]);
    expect((await versions()).map(({ subject }) => subject)).to.deep.equal(['One', 'Two', 'One']);
    expectError(await news.post('revert', { version_id: UNKNOWN_ID }), 404, 'not_found');
    const other = (await news.api.post('/templates').send({ name: 'Other' })).body;
    const foreign = { version_id: other.current_version_id };
    expectError(await news.post('revert', foreign), 404, 'not_found');
    expectError(await news.post('revert', {}), 422, 'missing_required_field');
  });

  it('Keeps the newest 100 versions and the published one.', async () => {
    const { published_version_id: first } = await news.publish();
    for (let count = 0; count <= TEMPLATE_VERSIONS_MAX; count += 1)
      await news.post('revert', { version_id: first }).expect(200);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM template_versions WHERE template_id = $1 ORDER BY id',
      [news.id],
    );
    expect(rows).to.have.length(TEMPLATE_VERSIONS_MAX + 1);
    expect(rows[0]?.id).to.equal(first);
    expect(await sentSubject()).to.equal('One');
  });

  it('Duplicates the newest version as a draft without an alias.', async () => {
    await news.publish();
    await news.patch({ subject: 'Two' });
    const { status, body } = await news.post('duplicate');
    expect(status).to.equal(201);
    expect(body).to.include({
      name: 'News (copy)',
      alias: null,
      status: 'draft',
      subject: 'Two',
      html: '<p>One</p>',
    });
    expect(body.id).not.to.equal(news.id);
  });

  it('Deletes a template with its versions; emails that were made from it keep their contents.', async () => {
    await news.publish();
    const { id } = news;
    const sent = await news.send({ template_alias: 'news' });
    await news.api.delete(news.path).expect(200);
    expect(await news.read(`/emails/${sent['id']}`)).to.include({ template_id: id, html: '<p>One</p>' });
    const { rowCount } = await app.pool.query('SELECT FROM template_versions WHERE template_id = $1', [id]);
    expect(rowCount).to.equal(0);
    const email = { from: `ana@${news.domain}`, to: 'bo@customer.dev', subject: 'x', template_alias: 'news' };
    expectError(await news.api.post('/emails').send(email), 404, 'not_found');
  });
});

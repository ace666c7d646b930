// Drafts, published versions and reverts of templates (docs/reference/templates.md#draft-and-published-version).
import { expect } from 'chai';
import { TEMPLATE_VERSIONS_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSender, type Sender } from '../emails/sender.ts';
import { UNKNOWN_ID } from '../specimen.ts';

describe('Versions of a template', () => {
  const app = useApp();
  let sender: Sender;
  let api: ReturnType<typeof app.as>;
  let id: string;
  beforeEach(async () => {
    sender = await createSender(app);
    api = app.as(sender.token);
    const body = {
      name: 'News',
      alias: 'news',
      subject: 'One',
      html: '<p>One</p>',
      document: { blocks: [1] },
    };
    id = (await api.post('/templates').send(body)).body.id;
    app.clock.advance(1_000);
  });
  const get = async () => (await api.get(`/templates/${id}`)).body;
  const patch = (body: object) => api.patch(`/templates/${id}`).send(body);
  const publish = async () => (await api.post(`/templates/${id}/publish`).expect(200)).body;
  const versions = async () =>
    (await api.get(`/templates/${id}/versions`).query({ limit: '100' })).body.data as {
      id: string;
      status: string;
      subject: string;
    }[];
  /** The subject of an email that is made from the template now. */
  const sentSubject = async () => {
    const answer = await api
      .post('/emails')
      .send({ from: `ana@${sender.domain.name}`, to: 'bo@customer.dev', template: { id } });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return (await api.get(`/emails/${answer.body.id}`)).body.subject;
  };

  it('Edits the draft of a published template and keeps sending its published version.', async () => {
    const published = await publish();
    expect(published).to.include({
      status: 'published',
      has_unpublished_versions: false,
      published_at: app.clock.now().toISOString(),
    });
    expect(published.published_version_id).to.equal(published.current_version_id);
    const { body: draft } = await patch({ subject: 'Two' });
    expect(draft).to.include({
      status: 'published',
      has_unpublished_versions: true,
      subject: 'Two',
      html: '<p>One</p>',
    });
    expect(draft.current_version_id).not.to.equal(draft.published_version_id);
    const { body: edited } = await patch({ html: '<p>Two</p>' });
    expect(edited).to.include({ current_version_id: draft.current_version_id, subject: 'Two' });
    expect(await sentSubject()).to.equal('One');
  });

  it('Clears what a change sets to null, and takes no null for a name, a flag or an editor.', async () => {
    const full = { from: 'a@acme.dev', reply_to: ['b@acme.dev'], preview_text: 'Look', text: 'One' };
    const variables = [{ key: 'NAME', type: 'string' }];
    await patch({ ...full, variables }).expect(200);
    const nothing = { ...Object.fromEntries(Object.keys(full).map((name) => [name, null])), document: null };
    const { body } = await patch({ ...nothing, variables: null, subject: '', html: null });
    expect(body).to.deep.include({ ...nothing, variables: [], subject: null, html: null });
    for (const field of ['name', 'inline_css', 'editor'])
      expectError(await patch({ [field]: null }), 422, 'validation_error');
  });

  it('Changes name and alias at once, without a new version.', async () => {
    const { current_version_id } = await publish();
    const { body } = await patch({ name: 'Tips', alias: 'tips' });
    expect(body).to.include({
      name: 'Tips',
      alias: 'tips',
      has_unpublished_versions: false,
      current_version_id,
    });
    expect((await patch({ alias: null })).body.alias).to.equal(null);
    expectError(await api.get('/templates/tips'), 404, 'not_found');
  });

  it('Changes nothing in a template, not even `updated_at`, when no field has another value.', async () => {
    await publish();
    const before = await get();
    app.clock.advance(1_000);
    for (const body of [
      {},
      { name: 'News', alias: 'news', subject: 'One', document: { blocks: [1] }, variables: [], text: null },
    ])
      expect((await patch(body)).body).to.deep.equal(before);
    expect(await versions()).to.have.length(1);
  });

  it('Rejects a change with `if_updated_at` when the template was changed at another time, with validation_error 422.', async () => {
    const { updated_at } = await get();
    const first = (await patch({ subject: 'Two', if_updated_at: updated_at })).body;
    for (const time of [updated_at, '2026-11-20', app.clock.now().toISOString().replace(/.$/, '+01:00')])
      expectError(await patch({ subject: 'Three', if_updated_at: time }), 422, 'validation_error');
    // Several changes within a millisecond have times of their own.
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((subject) => patch({ subject, if_updated_at: first.updated_at })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422]);
    expectError(await patch({ if_updated_at: 'now' }), 422, 'validation_error');
  });

  it('Publishes the newest version, from which the next email is made.', async () => {
    await publish();
    await patch({ subject: 'Two' });
    await publish();
    expect(await sentSubject()).to.equal('Two');
    expect(await get()).to.include({ has_unpublished_versions: false });
  });

  it('Leaves a template unchanged that is published again without an edit.', async () => {
    const published = await publish();
    app.clock.advance(1_000);
    expect(await publish()).to.deep.equal(published);
  });

  it('Lists the versions of a template newest first: one published, at most one draft, the others superseded.', async () => {
    for (const subject of ['Two', 'Three']) {
      await publish();
      await patch({ subject });
    }
    expect((await versions()).map(({ status, subject }) => [status, subject])).to.deep.equal([
      ['draft', 'Three'],
      ['published', 'Two'],
      ['superseded', 'One'],
    ]);
    const [newest, second, oldest] = await versions();
    const page = await api.get(`/templates/${id}/versions`).query({ limit: '1', after: newest?.id });
    expect(page.body).to.deep.include({ has_more: true });
    expect(page.body.data[0].id).to.equal(second?.id);
    expect(
      (await api.get(`/templates/${id}/versions`).query({ before: second?.id })).body.data[0].id,
    ).to.equal(newest?.id);
    expect([oldest?.id, second?.id].sort()).to.deep.equal([oldest?.id, second?.id]);
  });

  it('Reverts to an older version by a new draft with its content, and loses no other version.', async () => {
    const { current_version_id: first } = await publish();
    await patch({ subject: 'Two', document: null });
    const { status, body } = await api.post(`/templates/${id}/revert`).send({ version_id: first });
    expect([status, body.subject, body.document, body.has_unpublished_versions]).to.deep.equal([
      200,
      'One',
      { blocks: [1] },
      true,
    ]);
    expect((await versions()).map(({ subject }) => subject)).to.deep.equal(['One', 'Two', 'One']);
    expectError(await api.post(`/templates/${id}/revert`).send({ version_id: UNKNOWN_ID }), 404, 'not_found');
    const other = (await api.post('/templates').send({ name: 'Other' })).body;
    const foreign = { version_id: other.current_version_id };
    expectError(await api.post(`/templates/${id}/revert`).send(foreign), 404, 'not_found');
    expectError(await api.post(`/templates/${id}/revert`).send({}), 422, 'missing_required_field');
  });

  it('Keeps the newest 100 versions and the published one.', async () => {
    const { published_version_id: first } = await publish();
    for (let count = 0; count <= TEMPLATE_VERSIONS_MAX; count += 1)
      await api.post(`/templates/${id}/revert`).send({ version_id: first }).expect(200);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM template_versions WHERE template_id = $1 ORDER BY id',
      [id],
    );
    expect(rows).to.have.length(TEMPLATE_VERSIONS_MAX + 1);
    expect(rows[0]?.id).to.equal(first);
    expect(await sentSubject()).to.equal('One');
  });

  it('Duplicates the newest version as a draft without an alias.', async () => {
    await publish();
    await patch({ subject: 'Two' });
    const { status, body } = await api.post(`/templates/${id}/duplicate`);
    expect(status).to.equal(201);
    expect(body).to.include({
      name: 'News (copy)',
      alias: null,
      status: 'draft',
      subject: 'Two',
      html: '<p>One</p>',
    });
    expect(body.id).not.to.equal(id);
  });

  it('Deletes a template with its versions; emails that were made from it keep their contents.', async () => {
    await publish();
    const sent = await api
      .post('/emails')
      .send({ from: `ana@${sender.domain.name}`, to: 'bo@customer.dev', template_alias: 'news' });
    await api.delete(`/templates/${id}`).expect(200);
    expect((await api.get(`/emails/${sent.body.id}`)).body).to.include({
      template_id: id,
      html: '<p>One</p>',
    });
    const { rowCount } = await app.pool.query('SELECT FROM template_versions WHERE template_id = $1', [id]);
    expect(rowCount).to.equal(0);
    expectError(
      await api.post('/emails').send(sender.body({ text: undefined, template_alias: 'news' })),
      404,
      'not_found',
    );
  });
});

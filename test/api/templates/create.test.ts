// POST /templates and GET /templates/:id (docs/reference/templates.md).
import { expect } from 'chai';
import { TEMPLATES_MAX } from '../../../shared/contract/limits.ts';
import { createCaller, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';

describe('POST /templates', () => {
  const app = useApp();
  const account = useAccount(app);
  const create = (body: object) => account.api.post('/templates').send({ name: 'Welcome', ...body });
  const NAME = { key: 'NAME', type: 'string', fallback_value: 'friend' };

  it('Creates a draft with the given fields and answers 201 with its record.', async () => {
    const fields = {
      name: ' Welcome ',
      alias: 'welcome-1.0',
      from: 'Ana <ana@acme.dev>',
      subject: 'Hello {{{NAME}}}',
      reply_to: 'help@acme.dev',
      preview_text: 'Look',
      html: '<p>{{ NAME }}</p>',
      text: '',
      variables: [NAME, { key: 'ITEMS', type: 'list' }],
      inline_css: true,
      editor: 'write',
      document: { blocks: [] },
      poll: null,
    };
    const { status, body } = await create(fields);
    expect(status, JSON.stringify(body)).to.equal(201);
    const { id, current_version_id, variables, ...record } = body;
    const { variables: given, ...others } = fields;
    const now = app.clock.now().toISOString();
    expect(record).to.deep.equal({
      object: 'template',
      ...others,
      name: 'Welcome',
      reply_to: ['help@acme.dev'],
      status: 'draft',
      has_unpublished_versions: true,
      published_version_id: null,
      published_at: null,
      created_at: now,
      updated_at: now,
    });
    const items = { ...given[1], fallback_value: null };
    for (const [at, declared] of [NAME, items].entries()) expect(variables[at]).to.include(declared);
    const empty = (await create({})).body;
    expect(empty).to.include({
      alias: null,
      from: null,
      subject: null,
      html: null,
      text: null,
      editor: 'code',
      inline_css: false,
    });
    expect(empty).to.deep.include({ reply_to: null, variables: [], document: null });
  });

  it('Answers a template by its id or by its alias, in every path of templates.', async () => {
    const { body } = await create({ alias: 'News', subject: 'News' });
    for (const name of [body.id, body.id.toUpperCase(), 'News'])
      expect(await account.read(`/templates/${name}`)).to.deep.equal(body);
    expectError(await account.api.get('/templates/news'), 404, 'not_found');
    await account.api.post('/templates/News/publish').expect(200);
    await account.api.post('/templates/News/preview').send({}).expect(200);
    expect((await account.api.patch('/templates/News').send({ name: 'Old news' })).body.name).to.equal(
      'Old news',
    );
    expect((await account.api.delete('/templates/News')).body).to.deep.equal({
      object: 'template',
      id: body.id,
      deleted: true,
    });
    expectError(await account.api.get(`/templates/${body.id}`), 404, 'not_found');
  });

  it('Rejects an alias that another template of the account has with validation_error 422, and names the field.', async () => {
    const { body: first } = await create({ alias: 'welcome' });
    const refused = await create({ alias: 'welcome' });
    expect(expectError(refused, 422, 'validation_error')).to.include('welcome');
    expect(refused.body.field).to.equal('alias');
    const { id } = (await create({})).body;
    expectError(
      await account.api.patch(`/templates/${id}`).send({ alias: 'welcome', subject: 'x' }),
      422,
      'validation_error',
    );
    expect(await account.read(`/templates/${id}`)).to.include({ alias: null, subject: null });
    await (await createCaller(app)).make('/templates', { name: 'Other', alias: 'welcome' });
    expect((await account.read('/templates/welcome')).id).to.equal(first.id);
  });

  it('Creates up to 1,000 templates per account and rejects the next with validation_error 422.', async () => {
    await createTemplate(app.pool, account.accountId);
    await app.pool.query(
      `INSERT INTO templates (id, account_id, name, current_version_id, created_at, updated_at)
       SELECT uuid_v7(now()), $1, 'Many', gen_random_uuid(), now(), now() FROM generate_series(1, $2)`,
      [account.accountId, TEMPLATES_MAX - 2],
    );
    const answers = await Promise.all([create({}), create({}), create({})]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
  });
});

// POST /templates and GET /templates/:id (docs/reference/templates.md).
import { expect } from 'chai';
import { TEMPLATE_NAME_MAX_LENGTH, TEMPLATES_MAX } from '../../../shared/contract/limits.ts';
import { RESERVED_NAMES } from '../../../shared/mail/templates/template.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { createTemplate } from '../../support/template-factories.ts';

describe('POST /templates', () => {
  const app = useApp();
  let accountId: string;
  let api: ReturnType<typeof app.as>;
  beforeEach(async () => {
    const key = await createApiKey(app.pool);
    accountId = key.accountId;
    api = app.as(key.token);
  });
  const create = (body: object) => api.post('/templates').send({ name: 'Welcome', ...body });
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
    };
    const { status, body } = await create(fields);
    expect(status, JSON.stringify(body)).to.equal(201);
    const { id, current_version_id, ...record } = body;
    const now = app.clock.now().toISOString();
    expect(record).to.deep.equal({
      object: 'template',
      ...fields,
      name: 'Welcome',
      reply_to: ['help@acme.dev'],
      variables: [NAME, { key: 'ITEMS', type: 'list', fallback_value: null }],
      status: 'draft',
      has_unpublished_versions: true,
      published_version_id: null,
      published_at: null,
      created_at: now,
      updated_at: now,
    });
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
      expect((await api.get(`/templates/${name}`)).body).to.deep.equal(body);
    expectError(await api.get('/templates/news'), 404, 'not_found');
    await api.post('/templates/News/publish').expect(200);
    await api.post('/templates/News/preview').send({}).expect(200);
    expect((await api.patch('/templates/News').send({ name: 'Old news' })).body.name).to.equal('Old news');
    expect((await api.delete('/templates/News')).body).to.deep.equal({
      object: 'template',
      id: body.id,
      deleted: true,
    });
    expectError(await api.get(`/templates/${body.id}`), 404, 'not_found');
  });

  it('Rejects a template without a name with missing_required_field 422.', async () => {
    for (const name of [undefined, null, '', ' '])
      expect(expectError(await create({ name }), 422, 'missing_required_field')).to.include('name');
  });

  describe('Rejects a template with an invalid field with validation_error 422 and names the field.', () => {
    for (const [field, values] of Object.entries({
      name: ['x'.repeat(TEMPLATE_NAME_MAX_LENGTH + 1), 5],
      alias: ['', ' a', 'a b', '-a', 'é', 'a/b', 'x'.repeat(101), '01936d3e-5b7a-7c3d-9f21-0123456789ab', 5],
      from: [5],
      subject: [5, ['x']],
      reply_to: [5, [5], Array.from({ length: 51 }, () => 'a@acme.dev')],
      html: [5],
      text: [{}],
      variables: [
        5,
        { NAME: 'x' },
        ['NAME'],
        Array.from({ length: 51 }, (_, index) => ({ key: `K${index}`, type: 'string' })),
      ],
      inline_css: ['true', 1],
      editor: ['visual'],
      document: ['x', []],
    })) {
      it(field, async () => {
        for (const value of values)
          expect(expectError(await create({ [field]: value }), 422, 'validation_error')).to.include(field);
      });
    }
  });

  describe('Rejects a variable with a reserved key, a key that is declared twice or a fallback_value of another type with validation_error 422.', () => {
    const expectRefused = async (...variables: object[]) => {
      expect(expectError(await create({ variables }), 422, 'validation_error')).to.include('variables');
    };

    it('reserved keys', async () => {
      expect(RESERVED_NAMES.size).to.be.above(10);
      for (const key of RESERVED_NAMES) await expectRefused({ key, type: 'string' });
    });

    it('malformed keys', async () => {
      for (const key of ['', '1A', 'A B', 'A-B', 'A.B', 'É', 'x'.repeat(51)])
        await expectRefused({ ...NAME, key });
    });

    it('the same key twice', () => expectRefused(NAME, { key: 'NAME', type: 'number' }));

    it('fallbacks of another type, and types that do not exist', async () => {
      for (const [type, fallback_value] of [
        ['string', 5],
        ['number', '5'],
        ['boolean', 'true'],
        ['list', {}],
        ['object', []],
        ['date', '2026-11-20'],
      ])
        await expectRefused({ key: 'NAME', type, fallback_value });
    });
  });

  it('Rejects an alias that another template of the account has with validation_error 422.', async () => {
    const { body: first } = await create({ alias: 'welcome' });
    expect(expectError(await create({ alias: 'welcome' }), 422, 'validation_error')).to.include('welcome');
    const { id } = (await create({})).body;
    expectError(
      await api.patch(`/templates/${id}`).send({ alias: 'welcome', subject: 'x' }),
      422,
      'validation_error',
    );
    expect((await api.get(`/templates/${id}`)).body).to.include({ alias: null, subject: null });
    const { token } = await createApiKey(app.pool);
    await app.as(token).post('/templates').send({ name: 'Other', alias: 'welcome' }).expect(201);
    expect((await api.get('/templates/welcome')).body.id).to.equal(first.id);
  });

  it('Creates up to 1,000 templates per account and rejects the next with validation_error 422.', async () => {
    await createTemplate(app.pool, accountId);
    await app.pool.query(
      `INSERT INTO templates (id, account_id, name, current_version_id, created_at, updated_at)
       SELECT uuid_v7(now()), $1, 'Many', gen_random_uuid(), now(), now() FROM generate_series(1, $2)`,
      [accountId, TEMPLATES_MAX - 2],
    );
    const answers = await Promise.all([create({}), create({}), create({})]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
  });
});

// Specimens of templates for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).

import { expect } from 'chai';
import { fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { exampleOf, type Specimen, UNKNOWN_ID } from '../specimen.ts';

const CONTENT = {
  from: 'Ana <ana@acme.dev>',
  subject: 'Welcome, {{{NAME|friend}}}',
  reply_to: ['help@acme.dev'],
  preview_text: 'Your plan is {{ PLAN }}',
  html: '<style>p { color: red }</style><p>Hello {{ NAME }}{% if PLAN %}, {{ PLAN | upcase }}{% endif %}</p>',
  text: 'Hello {{ NAME }}',
  variables: [
    { key: 'NAME', type: 'string' },
    { key: 'PLAN', type: 'string', fallback_value: 'free' },
    { key: 'ITEMS', type: 'list', fallback_value: [1, 'two'] },
  ],
  inline_css: true,
  editor: 'write',
  document: { blocks: [{ type: 'text' }] },
  poll: { question: 'Which day?', options: ['Monday', 'Tuesday'], closes_at: 'in 3 days', results: 'public' },
};
const SAMPLES = {
  contact: {
    email: 'bo@customer.dev',
    ...fieldsByColumn(() => null),
    first_name: 'Bo',
    unsubscribed: false,
    properties: { plan: 'pro' },
  },
  event: { order: 7 },
};

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createTemplate: { body: { name: 'Welcome', alias: 'welcome', ...CONTENT } },
    listTemplates: { query: { limit: '2', after: UNKNOWN_ID, q: 'wel', status: 'draft' } },
    listTemplateVersions: { query: { limit: '2', before: UNKNOWN_ID } },
    updateTemplate: {
      body: { name: 'Welcome', alias: null, ...CONTENT, if_updated_at: '2026-11-20T12:00:00.000Z' },
    },
    checkTemplate: { query: { links: 'false' }, body: { variables: { NAME: 'Bo' }, ...SAMPLES } },
    previewTemplate: { body: { variables: { NAME: 'Bo' }, ...SAMPLES } },
    previewUnsavedTemplate: { body: { ...CONTENT, values: { NAME: 'Bo' }, ...SAMPLES } },
    testTemplate: { body: { to: ['bo@customer.dev'], variables: { NAME: 'Bo' } } },
    revertTemplate: { body: { version_id: UNKNOWN_ID } },
  },
  create: createTemplate,
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM templates WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for templates that are made, changed, published, rendered, tested and deleted', async () => {
      const { token, accountId } = await createApiKey(app.pool);
      const { name: domain } = await createDomain(app.pool, accountId);
      const api = app.as(token);
      const ask = async (
        operation: Parameters<typeof expectAnswer>[0],
        method: 'get' | 'post' | 'patch' | 'delete',
        path: string,
        body?: object,
      ) => {
        const answer = await api[method](path).send(body);
        expectAnswer(operation, answer.status, answer.body);
        return answer.body;
      };
      const from = `Ana <ana@${domain}>`;
      const { id } = await ask('createTemplate', 'post', '/templates', { name: 'Welcome', ...CONTENT, from });
      await ask('createTemplate', 'post', '/templates', { name: 'Empty', alias: 'empty' });
      await ask('createTemplate', 'post', '/templates', exampleOf('createTemplate', { from }));
      const list = await ask('listTemplates', 'get', '/templates');
      expect(list.data).to.have.length(3);
      await ask('publishTemplate', 'post', `/templates/${id}/publish`);
      const { current_version_id: version } = await ask(
        'updateTemplate',
        'patch',
        `/templates/${id}`,
        exampleOf('updateTemplate'),
      );
      await ask('getTemplate', 'get', `/templates/${id}`);
      await ask('getTemplate', 'get', '/templates/empty');
      const versions = await ask('listTemplateVersions', 'get', `/templates/${id}/versions`);
      expect(versions.data).to.have.length(2);
      for (const each of versions.data)
        await ask('getTemplateVersion', 'get', `/templates/${id}/versions/${each.id}`);
      await ask('checkTemplate', 'post', `/templates/${id}/check`, { variables: { NAME: 'Bo' } });
      await ask('previewTemplate', 'post', `/templates/${id}/preview`, { variables: { NAME: 'Bo' } });
      await ask('previewUnsavedTemplate', 'post', '/templates/preview', exampleOf('previewUnsavedTemplate'));
      const test = exampleOf('testTemplate');
      await ask('testTemplate', 'post', `/templates/${id}/test`, test);
      await ask('revertTemplate', 'post', `/templates/${id}/revert`, { version_id: version });
      await ask('duplicateTemplate', 'post', `/templates/${id}/duplicate`);
      await ask('deleteTemplate', 'delete', `/templates/${id}`);
    });
  },
};

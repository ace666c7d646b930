// Specimen of suggestions for the tests of all routes: valid requests, and answers (test/api/specimen.ts). The objects in their
// paths are those of templates and campaigns.
import { createCaller } from '../../support/api/account.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createAsker, exampleOf, type Specimen } from '../specimen.ts';

/** What a model may answer to every question at once. */
export const ANSWER = {
  subject: 'Welcome, {{{NAME|friend}}}',
  preview_text: 'Glad that you are here',
  html: '<!doctype html><html><body><p>Hello {{{NAME|friend}}}</p><a href="{{{UNSUBSCRIBE_URL}}}">Leave</a></body></html>',
  text: null,
  variables: [{ key: 'NAME', type: 'string', fallback_value: 'friend' }],
  subjects: ['Fresh bread', 'Bread, fresh', 'We bake'],
  filter: { field: 'contact.email', operator: 'ends_with', value: '@customer.dev' },
};

/** The same without a variable, which fits every template. */
export const PLAIN_ANSWER = {
  ...ANSWER,
  subject: 'Welcome, {{{FIRST_NAME|friend}}}',
  html: '<p>Hello</p>',
  text: 'Hello',
  variables: [],
};

/** Requests and answers of suggestions. */
export const specimen: Specimen = {
  good: {
    generateTemplate: { body: { prompt: 'Welcome new customers.', from: null, language: 'en' } },
    rewriteTemplate: { body: { instruction: 'Make it shorter.', part: 'subject' } },
    suggestCampaignSubjects: { body: { count: 3 } },
    suggestBroadcastSubjects: { body: { count: 3 } },
    suggestSegment: { body: { text: 'Everybody at customer.dev', audience_id: null } },
  },
  answers(app, expectAnswer) {
    it('for a suggestion of every kind', async () => {
      const { api, accountId } = await createCaller(app);
      const ask = createAsker(api, expectAnswer);
      const [template, campaign] = await Promise.all([
        createTemplate(app.pool, accountId),
        createCampaign(app.pool, accountId),
      ]);
      await ask('generateTemplate', '/templates/generate', exampleOf('generateTemplate'));
      await ask('rewriteTemplate', `/templates/${template.id}/rewrite`, exampleOf('rewriteTemplate'));
      await ask('suggestCampaignSubjects', `/campaigns/${campaign.id}/subjects`, { count: 3 });
      await ask('suggestBroadcastSubjects', `/broadcasts/${campaign.id}/subjects`, { count: 3 });
      await ask('suggestSegment', '/segments/suggest', { text: 'Everybody at customer.dev' });
    });
  },
};

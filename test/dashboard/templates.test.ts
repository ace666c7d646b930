// Templates in the dashboard without a screen: the ones that a person can begin with, the samples of their values, what is
// said of their state, and what differs between two versions.
import { expect } from 'chai';
import type { TemplateVersion } from '../../dashboard/api/generated/types.ts';
import {
  STARTER_CHOICES,
  type StarterId,
} from '../../dashboard/resources/templates/new/starters/starter-choices.ts';
import { starterContent } from '../../dashboard/resources/templates/new/starters/starters.ts';
import { samplesOf, sampleVariables } from '../../dashboard/resources/templates/sample-values.ts';
import { comparedFields } from '../../dashboard/resources/templates/versions/compared-fields.ts';
import { templateBadge } from '../../dashboard/resources/templates/words.ts';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';

const NOTHING = { from: null, subject: null, preview_text: null, html: null, text: null, variables: [] };
const variable = (key: string, type: 'string' | 'number' | 'boolean' | 'list' | 'object') => ({
  key,
  type,
  fallback_value: null,
});

/** What the html and the text have of the samples. */
const SHOWN: Readonly<Record<StarterId, string>> = {
  welcome: 'https://example.com/',
  receipt: 'Price 2',
  'password-reset': 'one hour',
};
/** What is left over where something is missing. */
const LEFT_OVER = /\{\{|\{%|undefined|\[object/;

describe('The templates that one can begin with', () => {
  const app = useApp();

  for (const { id, label } of STARTER_CHOICES)
    it(`can be sent as they are, and the check says nothing of them: ${label}`, async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      const { body: created } = await api
        .post('/templates')
        .send({ name: label, ...starterContent(id, undefined) })
        .expect(201);
      const path = `/templates/${created.id}`;
      const samples = samplesOf(created);
      const { body: preview } = await api.post(`${path}/preview`).send(samples).expect(200);
      const { subject, preview_text, html, text, warnings } = preview;
      expect(warnings).to.deep.equal([]);
      for (const part of [subject, preview_text, html, text]) expect(part).not.to.match(LEFT_OVER);
      for (const part of [html, text]) expect(part).to.include(SHOWN[id]);
      const { body: check } = await api.post(`${path}/check`).send(samples).expect(200);
      expect(check.findings).to.deep.equal([]);
      await api.post(`${path}/publish`).expect(200);
    });
});

describe('A template in the dashboard', () => {
  it('is shown with fallbacks, words that name a variable, and the fields that its source reads', () => {
    const html = `{% for line in LINES %}{{ line.name }} {{line.unit_price}}{% endfor %} {{ BUYER.city }} {{ event.total }}
      {{ contact.properties.plan }} {% for tag in TAGS %}{{ tag }}{% endfor %}`;
    const variables = [
      variable('ORDER_NUMBER', 'string'),
      variable('RESET_URL', 'string'),
      variable('COUNT', 'number'),
      variable('IS_NEW', 'boolean'),
      variable('LINES', 'list'),
      variable('TAGS', 'list'),
      variable('BUYER', 'object'),
      { key: 'NAME', type: 'string' as const, fallback_value: 'friend' },
    ];
    const samples = samplesOf({ ...NOTHING, html, variables });
    expect(samples.variables).to.deep.equal({
      ORDER_NUMBER: 'Order number',
      RESET_URL: 'https://example.com/',
      COUNT: 1,
      IS_NEW: true,
      LINES: [1, 2].map((at) => ({ name: `Name ${at}`, unit_price: `Unit price ${at}` })),
      TAGS: ['Tags 1', 'Tags 2'],
      BUYER: { city: 'City' },
      NAME: 'friend',
    });
    expect(samples.contact.properties).to.deep.equal({ plan: 'Plan' });
    expect(samples.event).to.deep.equal({ total: 'Total' });
    expect(sampleVariables(NOTHING)).to.deep.equal({});
  });

  it('is a draft, published, or changed since', () => {
    const look = (status: 'draft' | 'published', has_unpublished_versions: boolean) =>
      templateBadge({ status, has_unpublished_versions }).label;
    expect(look('draft', true)).to.equal('Draft');
    expect(look('published', false)).to.equal('Published');
    expect(look('published', true)).to.equal('Changed since');
  });

  it('differs between two versions in the fields that do, and in the document only if the html says nothing', () => {
    const one: TemplateVersion = {
      ...NOTHING,
      object: 'template_version',
      template_id: '',
      id: '',
      status: 'draft',
      created_at: '',
      updated_at: '',
      published_at: null,
      reply_to: null,
      inline_css: false,
      editor: 'write',
      document: { type: 'doc' },
      poll: null,
    };
    const labels = (other: Partial<TemplateVersion>) =>
      comparedFields(one, { ...one, ...other }).map(({ label }) => label);
    expect(labels({ id: 'another', updated_at: 'later', variables: [] })).to.deep.equal([]);
    expect(labels({ text: '', subject: 'Hello' })).to.deep.equal(['Subject', 'Text']);
    expect(labels({ document: { type: 'other' } })).to.deep.equal(['Document']);
    expect(labels({ document: null, html: '<p>', editor: 'code' })).to.deep.equal(['HTML', 'Editor']);
    expect(comparedFields(one, { ...one, text: '' })[0]).to.include({ before: '–', after: '' });
  });
});

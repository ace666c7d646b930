// The editor of templates without its page: what is saved of a draft, the values of its samples, the names that are offered, and
// where a refusal belongs.
import { expect } from 'chai';
import { ApiFailure } from '../../dashboard/api/failure.ts';
import type { Template } from '../../dashboard/api/generated/types.ts';
import { beginDraft, changesOf, refused, sent, typed } from '../../dashboard/editing/draft-state.ts';
import { aboutSource } from '../../dashboard/resources/templates/editor/about-source.ts';
import { typedName, usableNames } from '../../dashboard/resources/templates/editor/code/name-completions.ts';
import { undeclaredNames } from '../../dashboard/resources/templates/editor/details/undeclared.ts';
import {
  NO_SAMPLE,
  readSample,
  sampleContact,
  sampleEvent,
  sampleValues,
  shownSamples,
} from '../../dashboard/resources/templates/editor/preview/sample.ts';
import {
  areVariablesFinished,
  sourceInWords,
  suggestedDraft,
  TEMPLATE_SOURCE_FIELDS,
  templateBody,
  templateDraftOf,
  unsavedTemplate,
} from '../../dashboard/resources/templates/editor/template-draft.ts';
import { readValue, VALUE_TYPES, valueText } from '../../dashboard/resources/templates/editor/value-text.ts';

const TEMPLATE = {
  id: '1',
  name: 'Welcome',
  alias: null,
  status: 'draft',
  has_unpublished_versions: true,
  published_at: null,
  created_at: '',
  updated_at: '',
  current_version_id: '2',
  published_version_id: null,
  from: null,
  subject: 'Hi',
  preview_text: null,
  html: '<p>{{ NAME }}</p>',
  text: null,
  reply_to: ['"Doe, Jo" <jo@acme.dev>', 'help@acme.dev'],
  variables: [
    { id: '3', key: 'NAME', type: 'string', fallback_value: null, created_at: '', updated_at: '' },
    { id: '4', key: 'ITEMS', type: 'list', fallback_value: [1], created_at: '', updated_at: '' },
  ],
  inline_css: true,
  editor: 'write',
  document: { version: 1 },
  poll: null,
} satisfies Omit<Template, 'object'>;
const DRAFT = templateDraftOf(TEMPLATE);
const STORED = { poll: null };

describe('A template that is edited', () => {
  it('is saved as it was read, with html, text, editor and document as one field', () => {
    const { from, preview_text, ...same } = templateBody(DRAFT);
    expect([from, preview_text]).to.deep.equal(['', '']);
    const { name, subject, reply_to, html, text, editor, document, inline_css, variables } = TEMPLATE;
    const source = { html, text, editor, document, inline_css };
    const declared = variables.map(({ key, type, fallback_value }) => ({ key, type, fallback_value }));
    expect(same).to.deep.equal({ name, subject, reply_to, ...source, variables: declared });
    expect(templateBody({ source: { ...DRAFT.source, html: 'x' } })).to.deep.equal({
      editor: 'write',
      document: { version: 1 },
      html: 'x',
      text: null,
    });
    expect(sourceInWords({ ...DRAFT.source, text: 'Hi' })).to.equal('<p>{{ NAME }}</p>\n\nText:\nHi');
  });

  it('is previewed without its document, and with the poll that it has stored', () => {
    const poll = {
      id: '3',
      question: 'Good?',
      options: [{ id: '4', label: 'Yes' }],
      closes_at: '2020',
      results: 'public' as const,
    };
    const body = unsavedTemplate(DRAFT, { ...STORED, poll });
    expect(body.poll).to.deep.equal({ question: 'Good?', options: ['Yes'], results: 'public' });
    expect(body).to.not.have.any.keys('document', 'editor', 'name');
    expect(unsavedTemplate(DRAFT, STORED)).to.not.have.property('poll');
  });

  it('keeps a refused source, and saves the other fields without it', () => {
    const problem = { field: 'html', line: 1, column: 4, message: 'tag `if` is not closed' };
    const failure = aboutSource(
      new ApiFailure({ status: 422, name: 'validation_error', message: 'Faulty.', problems: [problem] }),
      TEMPLATE_SOURCE_FIELDS,
    );
    const server = { values: DRAFT, updatedAt: '1' };
    const draft = typed(beginDraft(server), { subject: 'New', source: { ...DRAFT.source, html: '{% if' } });
    expect(changesOf(refused(sent(draft), failure))).to.deep.equal({ subject: 'New' });
    expect(failure.problems).to.deep.equal([problem]);
    const tooLong = { status: 422, name: 'validation_error', message: 'Too long.', field: 'html' };
    const ofSource = (about: typeof tooLong) => aboutSource(new ApiFailure(about), TEMPLATE_SOURCE_FIELDS);
    expect(ofSource(tooLong).faults[0]?.field).to.equal('source.html');
    expect(ofSource({ ...tooLong, field: 'from' }).faults[0]?.field).to.equal('from');
  });

  it('has variables that are finished once each has a name and a fallback of its type', () => {
    const row = { key: 'N', type: 'number', fallback: null } as const;
    expect(areVariablesFinished([row, { ...row, fallback: '1.5' }])).to.equal(true);
    expect(areVariablesFinished([{ ...row, fallback: 'one' }])).to.equal(false);
    expect(areVariablesFinished([{ ...row, key: '' }])).to.equal(false);
    const suggestion = { object: 'template_suggestion', ...TEMPLATE } as const;
    expect(suggestedDraft(suggestion)).to.deep.include({ subject: 'Hi', preview_text: '' });
    expect(suggestedDraft(suggestion).source).to.deep.include({ editor: 'code', document: null });
  });

  it('reads each value that it writes, and says what is wrong with others', () => {
    const values = {
      string: '"a\n',
      number: -1.5,
      boolean: false,
      list: [1, { a: null }],
      object: { a: [] },
    };
    for (const { id } of VALUE_TYPES) {
      expect(readValue(id, valueText(id, values[id]))).to.deep.equal({ value: values[id] });
      if (id !== 'string') expect(readValue(id, 'nothing of it').fault).to.match(/^Enter /);
    }
    expect(readValue('object', '[]').fault).to.match(/^Enter an object/);
    expect(readValue('object', 'null').fault).to.match(/^Enter an object/);
  });
});

describe('The sample of a template', () => {
  it('has a value for each variable without a fallback until one types another', () => {
    const texts = (values: Record<string, string>) =>
      shownSamples(DRAFT, { ...NO_SAMPLE, values }).map(({ text }) => text);
    expect(texts({})).to.deep.equal(['Name', '']);
    expect(texts({ NAME: '', ITEMS: '[2]' })).to.deep.equal(['', '[2]']);
    const shown = shownSamples(DRAFT, { ...NO_SAMPLE, values: { ITEMS: '2' } });
    expect(shown[1]?.fault).to.match(/^Enter a list/);
    expect(sampleValues(shown)).to.deep.equal({ NAME: 'Name' });
    expect(sampleEvent({ ...NO_SAMPLE, event: ' ' })).to.deep.equal({});
    expect(sampleEvent({ ...NO_SAMPLE, event: '{"a":1}' })).to.deep.equal({ value: { a: 1 } });
    expect(sampleEvent({ ...NO_SAMPLE, event: '{' }).fault).to.match(/^Enter an object/);
  });

  it('has the contact as mail to it would have it, with fallbacks of properties', () => {
    const contact = { email: 'a@b.dev', first_name: 'A', last_name: null, unsubscribed: false };
    const properties = { plan: { type: 'string' as const, value: 'pro' } };
    const known = [
      { key: 'plan', fallback_value: 'free' },
      { key: 'city', fallback_value: 'Rome' },
      { key: 'age', fallback_value: null },
    ];
    expect(sampleContact({ ...contact, properties }, known)).to.deep.equal({
      ...contact,
      properties: { plan: 'pro', city: 'Rome' },
    });
  });

  it('is read from the browser as far as it is one', () => {
    const sample = { contact: { id: '1', label: 'a@b.dev' }, values: { NAME: 'Bo' }, event: '{}' };
    expect(readSample(JSON.stringify(sample))).to.deep.equal(sample);
    expect(readSample(JSON.stringify({ contact: 1, values: { NAME: 2 }, event: 3 }))).to.deep.equal(
      NO_SAMPLE,
    );
    for (const text of [null, '', 'null', '[', '[]']) expect(readSample(text)).to.deep.equal(NO_SAMPLE);
  });
});

describe('The names in a template', () => {
  it('are offered where one is typed between braces', () => {
    expect(typedName('<p>{{{FI')).to.equal('FI');
    expect(typedName('{{ x }} {{ contact.fir')).to.equal('contact.fir');
    expect(typedName('{% if co')).to.equal('co');
    for (const text of ['', 'Hi', '{{ x }} y', '{% if x %}y', '{{ x\ny'])
      expect(typedName(text)).to.equal(undefined);
    expect(usableNames(['NAME', ''], ['plan'])).to.include.members([
      'NAME',
      'FIRST_NAME',
      'contact.email',
      'contact.properties.plan',
      'UNSUBSCRIBE_URL',
    ]);
  });

  it('that nothing defines are those at the places that the server names', () => {
    const draft = {
      ...DRAFT,
      subject: 'Hi {{ PLAN }}',
      source: { ...DRAFT.source, html: '\n{{{SIZE|m}}}{{ contact.x }}' },
    };
    const at = (field: string, line: number, column: number) => ({ field, line, column, message: '' });
    const problems = [
      at('subject', 1, 7),
      at('html', 2, 4),
      at('html', 2, 16),
      at('html', 9, 1),
      at('text', 1, 1),
    ];
    expect(undeclaredNames([...problems, at('html', 2, 4)], draft)).to.deep.equal(['PLAN', 'SIZE']);
  });
});

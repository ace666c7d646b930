// A campaign that is edited, without its page: what is saved of its fields, and what is held back until it is finished.
import { expect } from 'chai';
import type { Campaign } from '../../dashboard/api/generated/types.ts';
import {
  campaignBody,
  draftOf,
  isPollFinished,
  isSourceFinished,
  isWritten,
  NEW_POLL,
  sourceInWords,
  unsavedTextsOf,
  withValue,
} from '../../dashboard/resources/campaigns/edit/campaign-draft.ts';
import { sampleBody, validSample } from '../../dashboard/resources/campaigns/edit/content/campaign-sample.ts';

const TEMPLATE_ID = '0199d3a0-0000-7000-8000-000000000001';
const STORED = {
  name: 'May',
  from: 'Ana <ana@acme.dev>',
  subject: 'News',
  preview_text: null,
  reply_to: ['"Doe, Jo" <jo@acme.dev>', 'help@acme.dev'],
  html: '<p>Hello</p>',
  text: null,
  template: null,
  status: 'draft',
  utm: { source: 'mail' },
  tracking: { opens: false },
  web_version: 'link',
  poll: null,
  audience_id: 'a',
  segment_id: null,
  topic_id: 't',
  rate_per_hour: 100,
  ab_test: null,
} as unknown as Campaign;
const POLL = {
  id: 'p',
  question: 'Well?',
  closes_at: '2026-12-01T00:00:00.000Z',
  results: 'public',
  options: [
    { id: '1', label: 'Yes' },
    { id: '2', label: 'No' },
  ],
};
const VARIABLES = { NAME: 'Ana', COUNT: 2, IS_NEW: true, ITEMS: [1, 'two'], PLACE: { city: 'Rome' } };

describe('A campaign that is edited', () => {
  it('is saved as it was read', () => {
    const body = campaignBody(draftOf(STORED));
    const { name, from, subject, reply_to, html, web_version, audience_id, topic_id } = STORED;
    expect(body).to.deep.equal({
      name,
      from,
      subject,
      reply_to,
      html,
      text: null,
      web_version,
      audience_id,
      topic_id,
      preview_text: null,
      segment_id: null,
      rate_per_hour: 100,
      ab_test: null,
      poll: null,
      utm: { source: 'mail', medium: '', campaign: '', content: '' },
      tracking: { opens: false, clicks: null },
    });
    expect(campaignBody({ subject: 'Other' })).to.deep.equal({ subject: 'Other' });
  });

  it('clears what is emptied, as the API names nothing', () => {
    const { reply_to, utm, tracking } = draftOf({ ...STORED, reply_to: null, utm: null, tracking: null });
    expect(campaignBody({ reply_to, utm, tracking, preview_text: '' })).to.deep.equal({
      reply_to: null,
      utm: null,
      tracking: null,
      preview_text: null,
    });
  });

  it('has a template with values of each type, or code, as one field', () => {
    const template = { id: TEMPLATE_ID, variables: VARIABLES };
    const { source } = draftOf({ ...STORED, template, html: '<p>As it was begun</p>' });
    expect(campaignBody({ source })).to.deep.equal({ template });
    expect(sourceInWords(source)).to.equal(
      `Template ${TEMPLATE_ID}\nNAME: Ana\nCOUNT: 2\nIS_NEW: true\nITEMS: [1,"two"]\nPLACE: {"city":"Rome"}`,
    );
    const code = { templateId: null, html: '', text: 'Hi' };
    expect(campaignBody({ source: code })).to.deep.equal({ html: null, text: 'Hi' });
    expect(sourceInWords(code)).to.equal('\n\nText:\nHi');
    expect(sourceInWords({ ...code, html: '<p>', text: null })).to.equal('<p>');
  });

  it('holds a body back that is none yet, and values that are none of their type', () => {
    const values = { COUNT: { type: 'number', text: 'two' } } as const;
    for (const [source, isFinished] of [
      [{ templateId: null, html: '', text: null }, false],
      [{ templateId: null, html: '', text: '' }, false],
      [{ templateId: null, html: '', text: 'Hi' }, true],
      [{ templateId: '', values: {} }, false],
      [{ templateId: TEMPLATE_ID, values: {} }, true],
      [{ templateId: TEMPLATE_ID, values }, false],
    ] as const)
      expect(isSourceFinished(source), JSON.stringify(source)).to.equal(isFinished);
    const typed = withValue(values, 'COUNT', { type: 'number', text: '2' });
    expect(typed['COUNT']?.text).to.equal('2');
    expect(withValue(typed, 'COUNT', { type: 'number', text: '' })).to.deep.equal({});
  });

  it('has a poll that is held back until all of it is written, and changed as a whole', () => {
    expect(isPollFinished(null)).to.equal(true);
    expect(isPollFinished(NEW_POLL)).to.equal(false);
    expect(isPollFinished({ ...NEW_POLL, question: 'Well?', options: ['Yes', ' '] })).to.equal(false);
    const { poll } = draftOf({ ...STORED, poll: POLL } as unknown as Campaign);
    expect(isPollFinished(poll)).to.equal(true);
    const { question, closes_at, results } = POLL;
    expect(campaignBody({ poll })).to.deep.equal({
      poll: { question, closes_at, results, options: ['Yes', 'No'] },
    });
  });

  it('has a test without its result, and each variant with what it has of its own', () => {
    const test = {
      variants: [
        { key: 'a', subject: null, html: undefined },
        { key: 'b', subject: 'Short', preview_text: null },
      ],
      test_percent: 20,
      winner_metric: 'manual',
      wait: null,
      winner: 'a',
      decided_by: 'manual',
    };
    const { ab_test } = draftOf({ ...STORED, ab_test: test } as unknown as Campaign);
    expect(ab_test).to.deep.equal({
      variants: [{ key: 'a' }, { key: 'b', subject: 'Short', preview_text: null }],
      test_percent: 20,
      winner_metric: 'manual',
    });
  });

  it('has as left over each field that was typed and is not stored, as a text', () => {
    const stored = draftOf(STORED);
    const source = { templateId: null, html: '<p>Other</p>', text: 'Other' };
    expect(unsavedTextsOf(stored, stored)).to.deep.equal([]);
    expect(unsavedTextsOf({ ...stored, subject: 'Other', source, rate_per_hour: 5 }, stored)).to.deep.equal([
      { label: 'Subject', text: 'Other' },
      { label: 'Body', text: '<p>Other</p>\n\nText:\nOther' },
      { label: 'Emails per hour', text: '5' },
    ]);
  });

  it('is shown for a contact of its audience, and as a variant that it still has', () => {
    const contact = { id: 'c', label: 'jo@acme.dev' };
    const chosen = { contact, variant: 'b', audienceId: 'a' };
    const ab_test = { variants: [{ key: 'a' }, { key: 'b' }] } as Campaign['ab_test'];
    const bodyFor = (stored: Pick<Campaign, 'audience_id' | 'ab_test'>) =>
      sampleBody(validSample(stored, chosen));
    expect(bodyFor({ audience_id: 'a', ab_test })).to.deep.equal({ contact_id: 'c', variant: 'b' });
    expect(bodyFor({ audience_id: 'other', ab_test })).to.deep.equal({ variant: 'b' });
    expect(bodyFor({ audience_id: 'a', ab_test: null })).to.deep.equal({ contact_id: 'c' });
  });

  it('is written as long as nothing of it is on its way', () => {
    const states = [
      'draft',
      'scheduled',
      'queued',
      'testing',
      'sending',
      'paused',
      'sent',
      'canceled',
    ] as const;
    expect(states.filter((status) => isWritten({ status }))).to.deep.equal(['draft', 'scheduled', 'paused']);
  });
});

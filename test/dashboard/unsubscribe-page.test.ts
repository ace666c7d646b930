// What one types into the settings of the unsubscribe pages and into a topic: what is at fault, what a change sends, what a
// look at the pages shows. The API judges the same colours and logos (test/api/unsubscribe-page/).
import { expect } from 'chai';
import { toPageChanges, updateUnsubscribePageInput } from '../../api/resources/unsubscribe-page/input.ts';
import { validate } from '../../api/validate.ts';
import type { Topic, UnsubscribePage } from '../../dashboard/api/generated/types.ts';
import {
  draftOfTopic,
  NEW_TOPIC,
  shownTopic,
  topicChanges,
} from '../../dashboard/resources/topics/topic-draft.ts';
import {
  contrastFault,
  draftOf,
  formFaults,
  PAGE_FIELDS,
  pageChanges,
  shownSettings,
  type TypedFields,
  withoutSent,
} from '../../dashboard/resources/unsubscribe-page/page-draft.ts';

const NOTHING: UnsubscribePage = {
  object: 'unsubscribe_page',
  title: null,
  description: null,
  confirmation: null,
  logo_url: null,
  background_color: null,
  text_color: null,
  accent_color: null,
  sender_name: null,
  postal_address: null,
  updated_at: null,
};
const SAVED: UnsubscribePage = { ...NOTHING, title: 'Yours', text_color: '#112233' };
const TOPIC: Topic = {
  object: 'topic',
  id: '0199d3a0-1111-7222-8333-444455556666',
  name: 'News',
  description: null,
  default_subscription: 'opt_out',
  visibility: 'private',
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
};
const changesOf = (typed: TypedFields, saved = SAVED) => pageChanges(saved, draftOf(saved, typed));

describe('The settings of the unsubscribe pages, as one types them', () => {
  it('are what is saved, but for what was typed', () => {
    expect(draftOf(SAVED, {})).to.include({ title: 'Yours', text_color: '#112233', logo_url: '' });
    expect(draftOf(SAVED, { title: '' })).to.include({ title: '', text_color: '#112233' });
    // A colleague has saved another text since.
    const other = { ...SAVED, description: 'Of a colleague' };
    expect(draftOf(other, { title: 'Mine' })).to.include({ title: 'Mine', description: 'Of a colleague' });
  });

  it('send what has changed, trimmed, and nothing where nothing has', () => {
    expect(changesOf({})).to.equal(undefined);
    expect(changesOf({ title: ' Yours ', text_color: '#112233' })).to.equal(undefined);
    expect(changesOf({ title: '  ', sender_name: ' Acme ', accent_color: '#ABCDEF' })).to.deep.equal({
      title: null,
      sender_name: 'Acme',
      accent_color: '#abcdef',
    });
    expect(changesOf({ title: '#ABCDEF' }), 'a heading is no colour').to.deep.equal({ title: '#ABCDEF' });
  });

  it('keep what was typed while they were sent', () => {
    expect(withoutSent({ title: 'New', description: 'Later' }, { title: 'New' })).to.deep.equal({
      description: 'Later',
    });
    expect(withoutSent({ title: 'Newer' }, { title: 'New' })).to.deep.equal({ title: 'Newer' });
  });

  it('have no fault that the API does not find, and the other way round', () => {
    const colors = ['', '#1f4fd8', '#1F4FD8', '#fff', 'red', '#12345g', '1f4fd8', '#1f4fd80'];
    for (const color of colors) {
      const fault = formFaults(draftOf(NOTHING, { accent_color: color })).accent_color;
      const body = { accent_color: color === '' ? null : color };
      expect(fault === undefined, color).to.equal(!updateUnsubscribePageInput.validate(body).error);
    }
    const logos = { '': true, 'https://cdn.acme.dev/logo.png': true, 'http://cdn.acme.dev/l.png': false };
    for (const [logo, isGood] of Object.entries(logos))
      expect(formFaults(draftOf(NOTHING, { logo_url: logo })).logo_url === undefined, logo).to.equal(isGood);
    for (const logo of ['javascript:alert(1)', 'logo.png', 'https://a:b@acme.dev/', 'https://a;b/x'])
      expect(formFaults(draftOf(NOTHING, { logo_url: logo })).logo_url, logo).to.be.a('string');
  });

  it('say the contrast of a text that people could hardly read, with the colours that are not set', () => {
    const of = (typed: TypedFields) => contrastFault(draftOf(NOTHING, typed));
    expect(of({})).to.equal(undefined);
    expect(of({ text_color: '#767676' })).to.equal(undefined);
    expect(of({ text_color: '#777777' }))
      .to.include('#ffffff')
      .and.include('4.47:1')
      .and.include('4.5:1');
    expect(of({ background_color: '#FAFAFA', text_color: '#FFFFFF' }))
      .to.include('#fafafa')
      .and.include('1.04:1');
    expect(of({ background_color: '#101010' }), 'the text by default').to.include(':1');
    // Half-typed.
    expect(of({ text_color: '#777', background_color: '#77777' })).to.equal(undefined);
  });

  it('show what can be shown: a value that is at fault in its form is the saved one', () => {
    const typed = { title: 'New', text_color: '#77', accent_color: '#abcdef', logo_url: 'http' };
    const shown = shownSettings(draftOf(SAVED, typed));
    expect(shown).to.include({ title: 'New', accent_color: '#abcdef', description: null });
    expect(shown).to.not.have.any.keys('text_color', 'logo_url');
    // The frame takes it (api/public/dashboard-page/unsubscribe-page-frame.ts).
    expect(toPageChanges(validate(updateUnsubscribePageInput, shown))).to.include({ title: 'New' });
    const all = shownSettings(draftOf(NOTHING, {}));
    expect(Object.keys(all)).to.have.members([...PAGE_FIELDS]);
  });
});

describe('A topic, as one types it', () => {
  it('sends only what has changed', () => {
    const draft = draftOfTopic(TOPIC);
    expect(topicChanges(TOPIC, draft)).to.equal(undefined);
    expect(topicChanges(TOPIC, { ...draft, name: ' News ', description: ' ' })).to.equal(undefined);
    expect(topicChanges(TOPIC, { ...draft, name: 'Tips', visibility: 'public' })).to.deep.equal({
      name: 'Tips',
      visibility: 'public',
    });
    const described = { ...TOPIC, description: 'Old' };
    expect(topicChanges(described, { ...draft, description: '' })).to.deep.equal({ description: null });
  });

  it('is shown under a name until it has one', () => {
    expect(shownTopic(NEW_TOPIC)).to.include({ name: 'Your topic', default_subscription: 'opt_in' });
    expect(shownTopic(NEW_TOPIC)).to.not.have.property('id');
    expect(shownTopic({ ...NEW_TOPIC, name: ' News ' }, TOPIC.id)).to.include({ name: 'News', id: TOPIC.id });
  });
});

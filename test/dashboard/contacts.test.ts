// What the record of a contact says: why mail comes or not, each kind of entry of a timeline, and what a form sends.
import { expect } from 'chai';
import type { Contact, Person, TimelineEntry } from '../../dashboard/api/generated/types.ts';
import { listTime } from '../../dashboard/format/time.ts';
import {
  contactChanges,
  draftOfContact,
  NEW_CONTACT,
  newContactBody,
} from '../../dashboard/resources/contacts/record/contact-draft.ts';
import { mailSentence } from '../../dashboard/resources/contacts/record/sentence.ts';
import { actorWords, entryWords } from '../../dashboard/resources/contacts/record/timeline-words.ts';
import { TIMELINE_ACTORS, TIMELINE_TYPES } from '../../shared/contract/people/values.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const SINCE = '2026-11-03T12:00:00.000Z';
const FREE: Pick<Contact, 'suppressed' | 'unsubscribed'> = { suppressed: null, unsubscribed: false };
const topic = (name: string, subscription: 'opt_in' | 'opt_out', by: 'person' | 'account' | null = null) => ({
  id: name,
  name,
  subscription,
  since: by && SINCE,
  by,
});
const person = (topics: Person['topics'], unsubscribed: Person['unsubscribed'] = null) => ({
  unsubscribed,
  topics,
});
const IN = (name: string) => topic(name, 'opt_in');

describe('The sentence of a contact', () => {
  const cases: [Partial<typeof FREE>, Pick<Person, 'unsubscribed' | 'topics'>, string][] = [
    [{}, person([]), 'Gets all your mail.'],
    [{}, person([IN('News'), IN('Tips')]), 'Gets News and Tips.'],
    [{}, person([IN('News')]), 'Gets News.'],
    [{}, person([IN('A'), IN('B'), IN('C'), IN('D')]), 'Gets A, B, C and 1 more topic.'],
    [{}, person([IN('News'), topic('Tips', 'opt_out', 'person')]), 'Gets News. They left Tips on 3 Nov.'],
    [
      {},
      person([topic('Tips', 'opt_out', 'account')]),
      'Gets only mail without a topic. You removed them from Tips on 3 Nov.',
    ],
    [
      {},
      person([topic('Tips', 'opt_out', 'account'), topic('News', 'opt_out', 'person')]),
      'Gets only mail without a topic. Does not get Tips and News.',
    ],
    // A topic that one has to ask for, and that was not asked for, is nothing to say.
    [{}, person([topic('Tips', 'opt_out')]), 'Gets only mail without a topic.'],
    [
      { unsubscribed: true },
      person([IN('News')], { since: SINCE, by: 'person', email_id: null }),
      'Gets only essential mail, such as receipts. They unsubscribed on 3 Nov.',
    ],
    [
      { unsubscribed: true },
      person([], { since: SINCE, by: 'account', email_id: null }),
      'Gets only essential mail, such as receipts. You unsubscribed this contact on 3 Nov.',
    ],
    [
      { suppressed: { origin: 'bounce', since: SINCE }, unsubscribed: true },
      person([]),
      'Gets nothing: mail to this address bounced on 3 Nov.',
    ],
    [
      { suppressed: { origin: 'complaint', since: SINCE } },
      person([]),
      'Gets nothing: they reported your mail as spam on 3 Nov.',
    ],
    [
      { suppressed: { origin: 'manual', since: SINCE } },
      person([]),
      'Gets nothing: you suppressed this address on 3 Nov.',
    ],
  ];
  for (const [contact, about, sentence] of cases)
    it(sentence, () => {
      expect(mailSentence({ ...FREE, ...contact }, about, NOW)).to.equal(sentence);
    });
});

const ENTRY: TimelineEntry = {
  id: '0199d3a0-1111-7222-8333-444455556666',
  type: 'email',
  created_at: SINCE,
  reason: null,
  message: null,
  contact_id: null,
  by: null,
  email: null,
  event: null,
  run: null,
  campaign: null,
  change: null,
};
const EMAIL = {
  id: 'e',
  subject: 'Your invoice',
  from: null,
  kind: 'to',
  status: 'bounced',
  source: 'api',
  topic_id: null,
  automation_id: null,
  scheduled_at: null,
  smtp_code: 550,
  smtp_reply: '550 no such user',
  vote: null,
} as const;
const CHANGE = {
  fields: ['first_name', 'properties.plan', 'email'],
  unsubscribed: true,
  tracking: 'refused',
  entered: [{ id: 's', name: 'VIP' }],
  left: [{ id: 't', name: null }],
  topics: [{ id: 'n', name: 'News', subscription: 'opt_out' }],
} as const;

describe('An entry of a timeline', () => {
  for (const type of TIMELINE_TYPES)
    it(`of the type ${type} says what happened, also where all details are gone, and why nothing came of it`, () => {
      const { title, notes } = entryWords({ ...ENTRY, type, message: 'The address is suppressed.' }, NOW);
      expect(title).to.match(/^[A-Z][^_.]+$/);
      expect(title).to.not.include('null').and.not.include('undefined');
      expect(notes).to.include('The address is suppressed.');
    });

  for (const type of TIMELINE_ACTORS)
    it(`of ${type} says who did it`, () => {
      expect(actorWords({ ...ENTRY, by: { type, id: null } })).to.match(/^by [a-z]/i);
    });

  it('of an email has its outcome, its campaign and the reply of the server', () => {
    const entry = { ...ENTRY, email: { ...EMAIL, hits: [] }, campaign: { id: 'c', name: 'Autumn' } };
    expect(entryWords(entry, NOW)).to.deep.equal({
      title: 'Bounced: Your invoice',
      tone: 'bad',
      isOpen: false,
      notes: ['From campaign Autumn.', 'The mail server said: 550 no such user'],
    });
    const delivered = { ...ENTRY, email: { ...EMAIL, hits: [], status: 'delivered' as const } };
    expect(entryWords(delivered, NOW).notes).to.deep.equal([]);
    const link = 'https://acme.dev/';
    const at = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000).toISOString();
    const clock = (seconds: number) => listTime(new Date(at(seconds)), NOW);
    const hits = [
      { type: 'opened', at: at(5), link: null, machine: 'privacy_proxy' },
      { type: 'opened', at: at(4), link: null, machine: null },
      { type: 'clicked', at: at(3), link, machine: null },
      { type: 'opened', at: at(2), link: null, machine: null },
      // What a vote counts as.
      { type: 'clicked', at: at(1), link: `https://mail.acme.dev/poll/${ENTRY.id}`, machine: null },
    ] as const;
    const vote = { poll_id: 'p', option: 'Yes', at: at(1) };
    expect(clock(1)).to.match(/^[0-9]{2}:[0-9]{2}:[0-9]{2}$/);
    expect(
      entryWords({ ...delivered, email: { ...delivered.email, hits: [...hits], vote } }, NOW).notes,
    ).to.deep.equal([
      `Opened, by a machine: ${clock(5)}`,
      `Opened: 2 times, last ${clock(2)}`,
      `Clicked https://acme.dev/: ${clock(3)}`,
      `Voted “Yes”: ${clock(1)}`,
    ]);
  });

  it('of an event has what it started, why it started nothing, and the waits that it ended', () => {
    const automations = [
      { id: 'a', name: 'Welcome', run_id: 'r', reason: null },
      { id: 'b', name: null, run_id: null, reason: 'once' },
    ];
    const event = { id: 'e', name: 'order.paid', domain: null, waits_resolved: 1, automations };
    expect(entryWords({ ...ENTRY, type: 'event', event }, NOW).notes).to.deep.equal([
      'Started Welcome.',
      'Did not start a deleted automation. The address has entered the automation before, and can enter only once.',
      '1 run resumed that waited for this event.',
    ]);
  });

  it('of a run has the steps that sent nothing', () => {
    const at = SINCE;
    const steps = [
      { key: 'mail', status: 'skipped', reason: 'unsubscribed', email_id: null, at },
      { key: 'wait', status: 'waiting', reason: null, email_id: null, at },
    ] as const;
    const run = { automation: { id: 'a', name: 'Welcome' }, status: 'running' as const, steps: [...steps] };
    const { title, notes, isOpen } = entryWords({ ...ENTRY, type: 'automation_run', run }, NOW);
    expect([title, isOpen]).to.deep.equal(['Automation Welcome: running', true]);
    expect(notes).to.deep.equal(['Step mail: The address has unsubscribed from everything.']);
  });

  it('of a run that is held back says why', () => {
    const automation = { id: 'a', name: 'Welcome' };
    const run = { automation, status: 'running' as const, steps: [] };
    const entry = { ...ENTRY, type: 'automation_run' as const, reason: 'daily_quota_exceeded', run };
    expect(entryWords(entry, NOW).notes).to.deep.equal(['Held back: the daily email quota is used up.']);
  });

  it('of a change has each of its parts', () => {
    const change = {
      ...CHANGE,
      fields: [...CHANGE.fields],
      entered: [...CHANGE.entered],
      left: [...CHANGE.left],
      topics: [...CHANGE.topics],
    };
    expect(entryWords({ ...ENTRY, type: 'contact.updated', change }, NOW).notes).to.deep.equal([
      'Changed: First name, plan, Address.',
      'Unsubscribed from everything.',
      'Opens and clicks are no longer tracked.',
      'Joined the segment VIP.',
      'Left the segment a deleted one.',
      'No longer gets News.',
    ]);
  });
});

const PROPERTIES = [
  { key: 'plan', type: 'string' },
  { key: 'seats', type: 'number' },
  { key: '__proto__', type: 'boolean' },
] as const;

describe('The form of a contact', () => {
  const contact = {
    email: 'bo@customer.dev',
    first_name: 'Bo',
    last_name: null,
    properties: JSON.parse('{"plan": {"value": "pro"}, "__proto__": {"value": true}}'),
  } as Contact;
  const before = draftOfContact(contact);

  it('sends only what one has changed, and null for what one has emptied', () => {
    expect(contactChanges(before, before, PROPERTIES)).to.deep.equal({ body: {} });
    const spaced = draftOfContact({ ...contact, first_name: ' Bo ' });
    expect(contactChanges(spaced, spaced, PROPERTIES)).to.deep.equal({ body: {} });
    const values = new Map([...before.values, ['plan', ''], ['seats', '12.5'], ['__proto__', 'false']]);
    const draft = { email: ' cy@customer.dev ', texts: { first_name: '', last_name: 'Berg' }, values };
    const read = contactChanges(before, draft, PROPERTIES);
    expect(JSON.stringify(read)).to.equal(
      '{"body":{"email":"cy@customer.dev","first_name":null,"last_name":"Berg","properties":{"plan":null,"seats":12.5,"__proto__":false}}}',
    );
  });

  it('names the property whose value has the wrong type, and sends nothing then', () => {
    const draft = { ...before, values: new Map([['seats', 'many']]) };
    const read = contactChanges(before, draft, PROPERTIES);
    expect('faults' in read && [...read.faults.keys()]).to.deep.equal(['seats']);
    expect(newContactBody(draft, PROPERTIES, undefined)).to.have.property('faults');
  });

  it('of a new one leaves out what is empty, because the address may be a contact already', () => {
    const draft = { ...NEW_CONTACT, email: 'bo@customer.dev', values: new Map([['plan', 'pro']]) };
    expect(newContactBody(draft, PROPERTIES, 'a')).to.deep.equal({
      body: { email: 'bo@customer.dev', properties: { plan: 'pro' }, audience_id: 'a' },
    });
  });
});

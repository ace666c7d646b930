// Events and runs of automations in words, schemas that one edits, and payloads that one types.
import { expect } from 'chai';
import {
  breakingPayloads,
  brokenWords,
  emptyRow,
  type FieldRow,
  isFull,
  rowFaults,
  rowsOf,
  schemaOf,
} from '../../dashboard/resources/events/definitions/schema-draft.ts';
import {
  notStartedWords,
  outcomeSentences,
} from '../../dashboard/resources/events/received/outcome-sentences.ts';
import { type EventOutcome, outcomeBadge } from '../../dashboard/resources/events/received/outcome-words.ts';
import { readPayload, samplePayload, sendBodyOf } from '../../dashboard/resources/events/send/event-draft.ts';
import { findJsonFault } from '../../dashboard/resources/events/send/json-fault.ts';
import { EVENT_FIELD_TYPES, NOT_STARTED_REASONS } from '../../shared/contract/events/values.ts';
import { findBrokenField } from '../../shared/resources/flows/events/definitions/broken-field.ts';
import { createRandom, pick } from '../support/random.ts';

const outcome = (parts: Partial<EventOutcome> = {}): EventOutcome => ({
  domain: 'acme.dev',
  waits_resolved: 0,
  automations: [],
  ...parts,
});
const automation = (reason: EventOutcome['automations'][number]['reason']) => ({
  automation_id: 'a',
  run_id: reason === null ? 'r' : null,
  reason,
});

describe('What an event has done, in words', () => {
  const SHORT = {
    disabled: ['skipped', 'None: the automation is disabled', 'off when the event arrived'],
    active: ['skipped', 'None: the contact is already in a run', 'again only after that run'],
    machine: ['skipped', 'None: a program sent it', 'answer each other forever'],
    answered: ['skipped', 'None: answered within the hour', 'within the last hour'],
    once: ['skipped', 'None: the address entered before', 'each address can enter only once'],
    limit: ['missed', 'None: the contact has too many runs', '100 per automation or 1,000 in total'],
    quota: ['missed', 'None: the quota of runs is used up', 'quota of runs was used up'],
    loop: ['missed', 'None: it would have been a loop', 'would have been a loop'],
  } as const;

  it('says why no run has started, for every reason that the API has', () => {
    for (const reason of NOT_STARTED_REASONS) {
      const [status, label, long] = SHORT[reason];
      const event = outcome({ automations: [automation(reason)] });
      expect(outcomeBadge(event), reason).to.deep.equal({ status, label });
      expect(outcomeSentences(event), reason).to.deep.equal(['This event started no runs.']);
      expect(notStartedWords(reason), reason)
        .to.match(/^No run: .*\.$/)
        .and.include(long);
    }
    const several = outcome({ automations: [automation('once'), automation('quota')] });
    expect(outcomeBadge(several)).to.deep.equal({ status: 'missed', label: 'None: 2 automations say why' });
  });

  it('says what it has done, and why nothing listened', () => {
    const cases: readonly (readonly [EventOutcome, string, string])[] = [
      [
        outcome(),
        'None: no automation for it',
        'This event started nothing: no automation of acme.dev was triggered by it, and no run was waiting for it.',
      ],
      [
        outcome({ domain: null }),
        'None: no automation for it',
        'This event triggered no automation. Its domain has since been deleted.',
      ],
      [
        outcome({ waits_resolved: 1 }),
        '1 wait ended',
        'This event ended the wait of 1 run. No automation of acme.dev was triggered by this event.',
      ],
      [
        outcome({ automations: [automation(null), automation('once')] }),
        '1 run started',
        'This event started 1 run.',
      ],
      [
        outcome({ automations: [automation(null), automation(null)], waits_resolved: 1_200, domain: null }),
        '2 runs started, 1,200 waits ended',
        'This event started 2 runs. This event ended the wait of 1,200 runs. Its domain has since been deleted, which cancelled the runs in progress.',
      ],
    ];
    for (const [event, label, sentences] of cases) {
      expect(outcomeBadge(event).label).to.equal(label);
      expect(outcomeSentences(event).join(' ')).to.equal(sentences);
    }
  });
});

describe('The schema of an event that one edits', () => {
  const row = (id: number, name: string, type: FieldRow['type'] = 'string'): FieldRow => ({
    id: `field-${id}`,
    name,
    type,
  });

  it('keeps fields of any name, and says at its row what is wrong', () => {
    const schema = JSON.parse('{"__proto__": "date", "total": "number"}');
    expect(JSON.stringify(schemaOf(rowsOf(schema)))).to.equal(JSON.stringify(schema));
    expect(schemaOf([])).to.equal(null);
    const rows = [row(0, 'a'), row(4, ''), row(2, 'a'), row(3, 'x'.repeat(101)), row(5, 'A')];
    expect([...rowFaults(rows).keys()]).to.deep.equal(['field-4', 'field-2', 'field-3']);
    expect(emptyRow(rows).id).to.equal('field-6');
    expect(emptyRow([]).id).to.equal('field-0');
    const many = Array.from({ length: 100 }, (_, at) => row(at, `${at}`));
    expect([isFull(many.slice(1)), isFull(many)]).to.deep.equal([false, true]);
  });

  it('finds the events that it would have refused, with the field and the value', () => {
    const rows = [row(0, 'total', 'number'), row(1, 'at', 'date'), row(2, '', 'number')];
    const came = [
      { total: '12,50' },
      { total: 1, at: '2026-11-20', other: {} },
      null,
      { at: '20.11.2026' },
      { total: [1] },
    ];
    const events = came.map((payload, at) => ({ id: `${at}`, payload, created_at: 'now' }));
    const breaking = breakingPayloads(rows, events);
    expect(breaking.map(({ eventId }) => eventId)).to.deep.equal(['0', '3', '4']);
    expect(breaking.map(brokenWords)).to.deep.equal([
      'total is “12,50”, which is not a number',
      'at is “20.11.2026”, which is not an ISO 8601 date',
      'total is a list ([1]), which is not a number',
    ]);
    expect(breakingPayloads([...rows, row(3, 'at')], events), 'a name that stands twice').to.deep.equal([]);
    const long = brokenWords({ field: 'paid', type: 'boolean', value: 'x'.repeat(70_000) });
    expect(long)
      .to.have.length.below(140)
      .and.match(/…”, which is not true or false$/);
  });

  it('fills a payload with samples that fit it', () => {
    const schema = Object.fromEntries(EVENT_FIELD_TYPES.map((type) => [`a ${type}`, type]));
    const text = samplePayload(schema, '2026-11-20');
    expect(findBrokenField(schema, JSON.parse(text))).to.equal(undefined);
    expect(Object.keys(JSON.parse(text))).to.deep.equal(Object.keys(schema));
    expect([samplePayload(null, ''), samplePayload({}, '')]).to.deep.equal(['', '']);
  });
});

describe('A payload that one types', () => {
  it('is sent as an object, and its fault is named with its line', () => {
    expect(readPayload(' ')).to.deep.equal({ payload: undefined });
    expect(readPayload('{"a": [1]}')).to.deep.equal({ payload: { a: [1] } });
    const faults = {
      '{"a": 1,\n "b": }': 'Line 2, column 7: A value is missing.',
      "{'a': 1}": 'Line 1, column 2: A name in double quotes or } is missing.',
      '{"a": 1': 'Line 1, column 8: The text ends, and a comma or } is missing.',
      '{"a": "x\ny"}': 'Line 1, column 7: This text has no end, or a character that must be escaped.',
      '{} {}': 'Line 1, column 4: Nothing may follow here.',
      '[1]': 'The payload must be a JSON object that starts with { and ends with }.',
    };
    for (const [text, fault] of Object.entries(faults)) expect(readPayload(text)).to.deep.equal({ fault });
    const deep = (levels: number) => `${'{"]":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(readPayload(deep(99))).to.have.property('payload');
    for (const levels of [100, 12_000])
      expect(readPayload(deep(levels))).to.deep.equal({ fault: 'The payload must have at most 99 levels.' });
    expect(readPayload(`{"a": "${'x'.repeat(20_000_000)}"}`)).to.have.property('fault');
    const contact = { id: undefined, label: 'bo@customer.dev' };
    const domain = { name: 'acme.dev', audience_id: '1' };
    const draft = { contact, event: { id: 'x', label: 'order.paid' }, domain, payload: '' };
    const body = { event: 'order.paid', domain: 'acme.dev', email: 'bo@customer.dev', payload: {} };
    expect(sendBodyOf(draft, {})).to.deep.equal(body);
    expect(sendBodyOf({ ...draft, contact: { ...contact, id: '7' } }, {})).to.include({ contact_id: '7' });
  });

  it('is JSON exactly when the browser says so, also when it is long or deep', () => {
    const random = createRandom(55);
    const below = (end: number) => Math.floor(random() * end);
    const seeds = [
      '{"a": [1, -2.5e+3, true, null], "b": {"c": "\\u00e9\\n"}}',
      '[[], {}, "", 0, [{"x": []}]]',
    ];
    const marks = [...'{}[],:"\\ \n-+.0123eEtrufalsn\u0001'];
    const cases = ['', '01', '1.', '-', '.5', '1e', 'nul', 'truee', '"\\x"', '"\t"', '[1,]', '{"a"}', '1 2'];
    for (let round = 0; round < 3_000; round += 1) {
      const seed = seeds[round % seeds.length] ?? '';
      const at = below(seed.length);
      const mark = pick(random, marks);
      cases.push(seed.slice(0, at) + (below(2) ? mark : '') + seed.slice(at + below(3)));
    }
    cases.push(
      '['.repeat(65_000),
      '['.repeat(30_000) + ']'.repeat(30_000),
      `"${'x'.repeat(65_000)}`,
      `"${'é'.repeat(65_000)}"`,
    );
    for (const text of cases)
      expect(findJsonFault(text) === undefined, text.slice(0, 80)).to.equal(isJson(text));
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

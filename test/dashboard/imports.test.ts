// Imports in the dashboard: what the columns of a file become, by a guess and by choice, what is wrong with that, and what
// is sent.
import { expect } from 'chai';
import { columnMapOf } from '../../dashboard/resources/imports/mapping/column-map.ts';
import { areFine, findFaults, misfitWords } from '../../dashboard/resources/imports/mapping/faults.ts';
import {
  type FirstRows,
  guessTargets,
  guessType,
  samplesOf,
} from '../../dashboard/resources/imports/mapping/guess.ts';
import {
  type ColumnTarget,
  keyOfName,
  LEFT_OUT,
  targetId,
  targetOf,
  targetOptions,
} from '../../dashboard/resources/imports/mapping/target.ts';
import { FIRST_OPTIONS, importForm } from '../../dashboard/resources/imports/new/import-options.ts';

const PROPERTIES = [
  { key: 'plan', type: 'string' },
  { key: 'Visits', type: 'number' },
] as const;
const EMAIL: ColumnTarget = { to: 'field', field: 'email' };
const tableOf = (header: string[], ...rows: string[][]): FirstRows => ({ header, rows });
const guessed = (table: FirstRows, makes = false) => guessTargets(table, PROPERTIES, makes).map(targetId);
describe('The guess of what a column becomes', () => {
  it('is the field or the property of this name, in any spelling, and nothing for the others', () => {
    const header = ['EMAIL', 'First Name', 'last-name', 'Unsubscribed', 'tracking', 'PLAN', 'visits', 'Note'];
    expect(guessed(tableOf(header))).to.deep.equal([
      'field email',
      'field first_name',
      'field last_name',
      'field unsubscribed',
      'field tracking',
      'property plan',
      'property Visits',
      'nothing',
    ]);
  });

  it('knows how other services and languages name the fields', () => {
    expect(guessed(tableOf(['E-Mail Address', 'Vorname', 'Surname', 'Opted out']))).to.deep.equal([
      'field email',
      'field first_name',
      'field last_name',
      'field unsubscribed',
    ]);
  });

  it('takes the column that is spelt exactly, and each field once', () => {
    expect(guessed(tableOf(['Email', 'email', 'E-Mail']))).to.deep.equal([
      'nothing',
      'field email',
      'nothing',
    ]);
  });

  it('finds addresses by their cells where no column is named so', () => {
    const table = tableOf(['Note', 'Kontakt'], ['x', 'bo@x.dev'], ['cy@x.dev', 'cy@x.dev']);
    expect(guessed(table)).to.deep.equal(['nothing', 'field email']);
    expect(guessed(tableOf(['a', 'b'], ['x', 'y']))).to.deep.equal(['nothing', 'nothing']);
  });

  it('makes properties where the account does, once a key, and of the type of their cells', () => {
    const table = tableOf(
      ['email', 'Größe (cm)', 'Since', 'since', 'VIP', ''],
      ['bo@x.dev', '170', '2024-02-03', 'x', 'yes', 'y'],
    );
    expect(guessTargets(table, PROPERTIES, true)).to.deep.equal([
      EMAIL,
      { to: 'new', key: 'grosse_cm', type: 'number' },
      { to: 'new', key: 'since', type: 'date' },
      LEFT_OUT,
      { to: 'new', key: 'vip', type: 'boolean' },
      LEFT_OUT,
    ]);
  });

  it('has a type that no cell of the first rows contradicts, and text for what is written in digits and is no amount', () => {
    const types: [cells: string[], type: string][] = [
      [[], 'string'],
      [['1', '2.5', '-3'], 'number'],
      [['1', '0'], 'number'],
      [['yes', 'no', '1'], 'boolean'],
      [['2024-02-03', '2024-02-03T10:00:00Z'], 'date'],
      [['2024-02-30'], 'string'],
      [['1', 'x'], 'string'],
      [['04109', '10115'], 'string'],
      [['+49 30 1', '+49301'], 'string'],
      [['1,5'], 'string'],
    ];
    for (const [cells, type] of types) expect(guessType(cells), cells.join()).to.equal(type);
  });

  it('shows a few different cells', () => {
    const rows = [['a'], ['a'], [' '], [], ['b'], ['c'], ['d']];
    expect(samplesOf(rows, 0, 3)).to.deep.equal(['a', 'b', 'c']);
  });
});

describe('What a column becomes', () => {
  it('is found again by its id, for each option', () => {
    for (const { id } of targetOptions(PROPERTIES)) expect(targetId(targetOf(id, 'Plan B'))).to.equal(id);
    expect(targetOf('new date', 'Plan B')).to.deep.equal({ to: 'new', key: 'plan_b', type: 'date' });
    expect(targetOf('property a b', 'x')).to.deep.equal({ to: 'property', key: 'a b' });
    expect(targetOf('unknown', 'x')).to.deep.equal(LEFT_OUT);
  });

  it('has a key that a property can have, where the name has anything of one', () => {
    const keys: [name: string, key: string][] = [
      ['Favourite Colour', 'favourite_colour'],
      ['a__b', 'a__b'],
      ['Größe (cm)', 'grosse_cm'],
      ['Price (€)', 'price'],
      [' ', ''],
      ['???', ''],
      ['x'.repeat(300), 'x'.repeat(50)],
      ['__proto__', '__proto__'],
    ];
    for (const [name, key] of keys) expect(keyOfName(name), name).to.equal(key);
  });

  it('is wrong where two become the same, a name is not there or comes twice, or a key cannot be one', () => {
    const header = ['email', 'Mail', 'a', 'a', '', 'x'.repeat(1_001), 'new', 'taken', 'field', 'none'];
    const to = (key: string): ColumnTarget => ({ to: 'new', key, type: 'string' });
    const first: ColumnTarget = { to: 'field', field: 'first_name' };
    const targets = [
      EMAIL,
      EMAIL,
      first,
      LEFT_OUT,
      to('b'),
      to('c'),
      to('d'),
      to('plan'),
      to('EMAIL'),
      to('é'),
    ];
    const { columns, keys, all } = findFaults(header, targets, PROPERTIES);
    expect([...columns.keys()]).to.deep.equal([1, 2, 4, 5]);
    expect(columns.get(1)).to.equal(
      'The column “email” is already the field “Email address”. Leave one of them out.',
    );
    expect(columns.get(2)).to.include('Another column has the same name.');
    expect(columns.get(4)).to.include('has no name');
    expect([...keys.keys()]).to.deep.equal([7, 8, 9]);
    expect(keys.get(7)).to.include('The property plan already exists.');
    expect(keys.get(8)).to.include('Every contact has the field EMAIL.');
    expect(all).to.equal(undefined);
    expect(areFine(findFaults(['email', 'x'], [EMAIL, to('y')], PROPERTIES))).to.equal(true);
  });

  it('is wrong where no column has addresses, or more properties are made than an account can have', () => {
    expect(findFaults(['a'], [LEFT_OUT], []).all).to.equal('Choose the column with the email addresses.');
    const many = Array.from(
      { length: 200 },
      (_, at): ColumnTarget => ({ to: 'new', key: `c${at}`, type: 'string' }),
    );
    const names = many.map((_, at) => `c${at}`);
    expect(findFaults(['email', ...names], [EMAIL, ...many], []).all).to.equal(undefined);
    expect(findFaults(['email', ...names], [EMAIL, ...many], PROPERTIES).all).to.include(
      'at most 200 properties. It has 2, and these columns would add 200',
    );
    const twice: ColumnTarget = { to: 'property', key: 'plan' };
    expect(findFaults(['email', 'a', 'b'], [EMAIL, twice, twice], PROPERTIES).columns.get(2)).to.equal(
      'The column “a” is already the property plan. Leave one of them out.',
    );
  });

  it('says how many of the first rows would be refused for it', () => {
    const cells: [target: ColumnTarget, cells: string[], words: string | undefined][] = [
      [EMAIL, ['bo@x.dev', 'wrong', ''], '2 of the first 3 rows would be refused: not an address.'],
      [{ to: 'field', field: 'first_name' }, ['x'.repeat(256)], 'One of the first 1 rows would be refused'],
      [{ to: 'field', field: 'first_name' }, ['B\ufffd'], 'One of the first 1 rows would be refused'],
      [{ to: 'field', field: 'unsubscribed' }, ['yes', '', 'perhaps'], 'not yes or no'],
      [{ to: 'field', field: 'tracking' }, ['Refused', 'allowed', ''], undefined],
      [{ to: 'property', key: 'Visits' }, ['1', 'many'], 'not a number'],
      [{ to: 'property', key: 'plan' }, ['pro'], undefined],
      [{ to: 'new', key: 'since', type: 'date' }, ['yesterday'], 'not a date'],
      [LEFT_OUT, ['\ufffd'], undefined],
    ];
    for (const [target, given, words] of cells) {
      const found = misfitWords({ header: ['x'], rows: given.map((cell) => [cell]) }, 0, target, PROPERTIES);
      if (words === undefined) expect(found).to.equal(undefined);
      else expect(found).to.include(words);
    }
  });
});

describe('What is sent with a file', () => {
  it('names each column that becomes something, also where a key is a word of JavaScript', () => {
    const map = columnMapOf(
      [' E-Mail ', 'Vorname', 'Tarif', 'Seit', 'Notiz'],
      [
        EMAIL,
        { to: 'field', field: 'first_name' },
        { to: 'property', key: '__proto__' },
        { to: 'new', key: 'since', type: 'date' },
        LEFT_OUT,
      ],
    );
    expect(JSON.stringify(map)).to.equal(
      '{"email":"E-Mail","first_name":"Vorname","properties":{"__proto__":{"column":"Tarif"},"since":{"column":"Seit","type":"date"}}}',
    );
  });

  it('has its fields before the file, and those that are not chosen not at all', () => {
    const file = new File(['email\n'], 'Autumn fair.csv');
    const order = { encoding: 'windows-1252', columnMap: { email: 'Mail' } } as const;
    const fields = (options: typeof FIRST_OPTIONS) => {
      const all = [...importForm(file, { options, ...order }).entries()];
      const [name, sent] = all.at(-1) ?? [];
      expect([name, (sent as File).name]).to.deep.equal(['file', 'Autumn fair.csv']);
      return Object.fromEntries(all.slice(0, -1));
    };
    expect(fields(FIRST_OPTIONS)).to.deep.equal({
      on_conflict: 'skip',
      encoding: 'windows-1252',
      column_map: '{"email":"Mail"}',
    });
    const options = {
      ...FIRST_OPTIONS,
      audienceId: 'a',
      segmentIds: ['s'],
      topicIds: ['t'],
      haveAgreed: true,
    };
    expect(fields(options)).to.deep.include({
      audience_id: 'a',
      segments: '["s"]',
      topics: '[{"id":"t","subscription":"opt_in"}]',
    });
  });
});

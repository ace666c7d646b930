// Keys of the dashboard: single keys, pairs, and what the palette finds.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { isTypingIn, meaningOf } from '../../dashboard/design/keys/keys.ts';
import { type Entry, findEntries, idOf } from '../../dashboard/shell/palette/find-entries.ts';
import { RECORD_KINDS, type ReadRecords } from '../../dashboard/shell/palette/record-kinds.ts';

const BINDINGS = { j: 'next', 'g e': 'emails', 'g l': 'logs', e: 'edit' } as const;
const pressed = (key: string) => ({ key, isModified: false, isTyping: false });
const none = { prefix: undefined, nowMs: 0 };
/** A string, because the compiler of the tests does not know the styles of the pages. */
const PAGES_FILE: string = '../../dashboard/shell/pages.ts';
const LANGUAGE = readFileSync(new URL('../../docs/dashboard.md', import.meta.url), 'utf8');

/** What the test needs of a page. */
interface NamedPage {
  label: string;
  group?: string;
  keys: string;
}

describe('The keys of the dashboard', () => {
  it('act one by one and in pairs', () => {
    expect(meaningOf(BINDINGS, pressed('j'), none).name).to.equal('next');
    const { name, prefix } = meaningOf(BINDINGS, pressed('g'), none);
    expect(name).to.equal(undefined);
    expect(meaningOf(BINDINGS, pressed('e'), { prefix, nowMs: 1_500 })).to.deep.equal({
      name: 'emails',
      prefix: undefined,
    });
  });

  it('forget the first key of a pair that is not completed in time', () => {
    const { prefix } = meaningOf(BINDINGS, pressed('g'), none);
    expect(meaningOf(BINDINGS, pressed('e'), { prefix, nowMs: 1_501 }).name).to.equal('edit');
    expect(meaningOf(BINDINGS, pressed('x'), { prefix, nowMs: 10 })).to.deep.equal({
      name: undefined,
      prefix: undefined,
    });
  });

  it('never act where one types, or with a modifier', () => {
    expect(meaningOf(BINDINGS, { ...pressed('j'), isTyping: true }, none).name).to.equal(undefined);
    expect(meaningOf(BINDINGS, { ...pressed('j'), isModified: true }, none).name).to.equal(undefined);
    for (const tagName of ['INPUT', 'TEXTAREA', 'SELECT'])
      expect(isTypingIn({ tagName }), tagName).to.equal(true);
    expect(isTypingIn({ tagName: 'DIV', isContentEditable: true })).to.equal(true);
    expect(isTypingIn({ tagName: 'INPUT', type: 'checkbox' })).to.equal(false);
    expect(isTypingIn(null)).to.equal(false);
  });
});

describe('The pages of the dashboard, with those to come,', () => {
  it('have a pair of keys each, which no other one has, in the groups of docs/dashboard.md', async () => {
    const { PAGES } = (await import(PAGES_FILE)) as { PAGES: NamedPage[] };
    const rows = [...LANGUAGE.matchAll(/^\| (none|Send|People|Develop|Account) \| (.+) \|$/gm)];
    const listed = rows.flatMap(([, group, pages = '']) =>
      [...pages.matchAll(/([A-Z][\w ]+) `(.)`/g)].map(([, label, key]) => ({
        group,
        label,
        keys: `g ${key}`,
      })),
    );
    expect(listed.length).to.be.at.least(20);
    expect(new Set(listed.map(({ keys }) => keys))).to.have.length(listed.length);
    expect(new Set(PAGES.map(({ keys }) => keys))).to.have.length(PAGES.length);
    expect(listed).to.deep.include.members(
      PAGES.map(({ label, group = 'none', keys }) => ({ group, label, keys })),
    );
  });
});

describe('The palette of the dashboard', () => {
  const pages: Entry[] = ['API keys', 'Emails', 'Audit log'].map((label) => ({
    id: label,
    label,
    group: 'Pages',
    path: `/${label}`,
  }));
  const labels = (typed: string) => findEntries(pages, typed).map(({ label }) => label);

  it('finds pages by the beginnings of their words', () => {
    expect(labels('  ')).to.have.length(3);
    expect(labels('ke')).to.deep.equal(['API keys']);
    expect(labels('LOG au')).to.deep.equal(['Audit log']);
    expect(labels('mails')).to.deep.equal([]);
  });

  it('knows an id, and opens the log of a number', () => {
    const id = '0199d3a0-1111-7222-8333-444455556666';
    expect(idOf(` ${id.toUpperCase()} `)).to.equal(id);
    expect(idOf(id.replace('-7', '-4'))).to.equal(undefined);
    expect(findEntries(pages, '4711').map(({ path }) => path)).to.deep.equal(['/logs/4711']);
  });

  it('finds the mail of an address', () => {
    expect(findEntries(pages, 'a+b@acme.dev')[0]?.path).to.equal('/emails?to=a%2Bb%40acme.dev');
  });

  it('asks an operation with a search for five records, and compares the latest hundred of one without', async () => {
    const asked: unknown[] = [];
    const topics = Array.from({ length: 9 }, (_, at) => ({
      id: `${at}`,
      name: `News mail ${at}`,
    }));
    const read: ReadRecords = (id, input, isKept) => {
      asked.push([id, input, isKept]);
      return Promise.resolve({ data: id === 'listTopics' ? topics : [] } as never);
    };
    const find = async (typed: string) => {
      asked.length = 0;
      const found = await Promise.all(RECORD_KINDS.map((kind) => kind.search(read, typed)));
      return found.flat().map(({ label }) => label);
    };
    expect(await find('NEWS mail')).to.deep.equal([0, 1, 2, 3, 4].map((at) => `News mail ${at}`));
    expect(asked).to.deep.include(['listEmails', { query: { limit: 5, q: 'NEWS mail' } }, false]);
    expect(asked).to.deep.include(['listContacts', { query: { limit: 5, q: 'NEWS mail' } }, false]);
    expect(asked).to.deep.include(['listTopics', { query: { limit: 100 } }, true]);
    // No suppression has a text that is not an address, and events that came are found by their ids.
    expect(asked).to.have.length(RECORD_KINDS.length - 2);
    expect(await find('mail 8')).to.deep.equal(['News mail 8']);
    // A whole address is looked up where part of one would find nothing.
    await find('bo@customer.dev');
    for (const operation of ['listContacts', 'listSuppressions'])
      expect(asked).to.deep.include([operation, { query: { limit: 5, email: 'bo@customer.dev' } }, false]);
  });
});

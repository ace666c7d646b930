// Keys of the dashboard: single keys, pairs, and what the palette finds.
import { expect } from 'chai';
import { isTypingIn, meaningOf } from '../../dashboard/shell/keys.ts';
import { type Entry, findEntries, idOf } from '../../dashboard/shell/palette/find-entries.ts';

const BINDINGS = { j: 'next', 'g e': 'emails', 'g l': 'logs', e: 'edit' } as const;
const pressed = (key: string) => ({ key, isModified: false, isTyping: false });
const none = { prefix: undefined, nowMs: 0 };

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
});

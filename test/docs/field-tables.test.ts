// The tables of fields in docs/reference/ are those of the contract: `npm run openapi` writes them.
import { expect } from 'chai';
import { OBJECTS } from '../../shared/contract/objects.ts';
import { PAYLOAD_OBJECTS } from '../../shared/contract/payloads.ts';
import * as field from '../../shared/contract/shapes.ts';
import { withFieldTables } from '../../site/build/reference/field-tables.ts';
import { readDocuments } from '../support/documents/markdown.ts';

const HINT = 'Run `npm run openapi` and commit the page.';
const SAMPLE = {
  Door: {
    object: field.type('door'),
    state: field.oneOf('Whether it is `open`', ['open', 'shut', null]),
    lock: field.group('How it is locked', { turns: field.count('Turns of the key') }),
  },
  DoorItem: { state: field.text('As above') },
};

function block(name: string, ...lines: string[]): string {
  return ['Before.', '', `[//]: # (fields ${name})`, '', ...lines, '', '[//]: # (end)', '', 'After.'].join(
    '\n',
  );
}

describe('The tables of fields', () => {
  const pages = readDocuments().filter(({ path }) => path.startsWith('docs/reference/'));

  it('are those of the objects of the contract', () => {
    for (const { path, text } of pages)
      expect(withFieldTables(text, { ...OBJECTS, ...PAYLOAD_OBJECTS }), `${path}: ${HINT}`).to.equal(text);
    expect(pages.filter(({ text }) => text.includes('(fields ')).length).to.be.above(20);
  });

  it('have type, values and inner fields of each field, and keep what a page adds', () => {
    const written = block(
      'Door',
      '| field | type | meaning | more |',
      '|---|---|---|---|',
      '| `object` | string | `door`. Not in a list |  |',
      '| `state` | string, or null | Whether it is `open`. `open`, `shut` | See [doors](doors.md) |',
      '| `lock` | object | How it is locked. `turns`. Not in a list |  |',
    );
    const old = block(
      'Door',
      '| field | type | meaning | more |',
      '| `state` | x | y | See [doors](doors.md) |',
    );
    expect(withFieldTables(old, SAMPLE)).to.equal(written);
    expect(withFieldTables(written, SAMPLE)).to.equal(written);
    expect(withFieldTables(block('Door.lock', 'x'), SAMPLE)).to.include(
      '| `turns` | integer | Turns of the key |\n',
    );
  });

  it('would notice a changed cell, an unknown object and a note about an unknown field', () => {
    const changed = withFieldTables(block('Door', 'x'), SAMPLE).replace('How it is locked', 'A lock');
    expect(withFieldTables(changed, SAMPLE)).not.to.equal(changed);
    for (const name of ['Window', 'Door.state', 'Door.window'])
      expect(() => withFieldTables(block(name, 'x'), SAMPLE), name).to.throw(`no object ${name}`);
    const note = block('Door', '| field | type | meaning | more |', '| `gone` | x | y | z |');
    expect(() => withFieldTables(note, SAMPLE)).to.throw('gone');
  });
});

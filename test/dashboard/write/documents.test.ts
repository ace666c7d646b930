// Which documents the visual editor can open: what the schema says, judged by a whole validator.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { newDocument } from '../../../dashboard/resources/templates/write/document/document.ts';
import { isKnownDocument } from '../../../dashboard/resources/templates/write/document/known-document.ts';
import { DOCUMENT_SCHEMA } from '../../../dashboard/resources/templates/write/document/schema.ts';
import { extent, SEED } from '../../support/extent.ts';
import { LAYOUTS } from './layouts.ts';
import { documents } from './random-documents.ts';

const RUNS = extent('KNOWN_DOCUMENT_RUNS', 200, 20_000);
const isOfSchema = new Ajv2020({ allowUnionTypes: true, strictTuples: false }).compile(DOCUMENT_SCHEMA);

/** A copy with one value, anywhere in it, replaced, removed or joined by another. */
function change(value: unknown, place: number, by: unknown): unknown {
  let left = place;
  const walk = (each: unknown): unknown => {
    left -= 1;
    if (left === 0) return by;
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value);
}

describe('A document of the visual editor', () => {
  it('is known if it is of this version', () => {
    const begun = newDocument({ background_color: '#fffaf0', text_color: null, accent_color: '#0a7d4f' });
    expect(begun.settings).to.include({ backgroundColor: '#fffaf0', accentColor: '#0a7d4f' });
    for (const document of [begun, newDocument(), ...Object.values(LAYOUTS)])
      expect(isKnownDocument(document)).to.equal(true);
    fc.assert(
      fc.property(documents, (document) => isKnownDocument(document)),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('is unknown if a newer editor made it, or another one', () => {
    const document = newDocument();
    for (const other of [
      null,
      undefined,
      'text',
      [],
      {},
      { type: 'doc', content: document.content },
      { ...document, version: 2 },
      { ...document, theme: 'dark' },
      { ...document, content: [] },
      { ...document, content: [{ type: 'video', attrs: { url: 'https://acme.dev' } }] },
      { ...document, content: [{ type: 'paragraph', attrs: { textAlign: 'center' } }] },
      { ...document, settings: { ...document.settings, width: 10_000 } },
      { ...document, settings: { ...document.settings, textColor: 'red;}' } },
      JSON.parse('{"__proto__": 1, "version": 1}'),
    ])
      expect(isKnownDocument(other), JSON.stringify(other)).to.equal(false);
  });

  it('is known exactly if it is of the schema', () => {
    let refused = 0;
    const values = fc.constantFrom(null, 1, 1.5, -1, 'text', 'paragraph', [], {}, { type: 'poll' }, true);
    const property = fc.property(documents, fc.nat({ max: 60 }), values, (document, place, by) => {
      const changed = change(document, place, by);
      const isKnown = isKnownDocument(changed);
      expect(isKnown).to.equal(isOfSchema(changed));
      if (!isKnown) refused += 1;
    });
    fc.assert(property, { numRuns: RUNS, seed: SEED });
    expect(refused).to.be.above(RUNS / 4);
  });
});

// Binary arrays of texts: Postgres reads back the same texts, for any characters in them.
import { expect } from 'chai';
import fc from 'fast-check';
import { textArray } from '../../../../../shared/platform/db/parameters/text-array.ts';
import { useDatabase } from '../../../../support/database/database.ts';

describe('an array of texts', () => {
  const database = useDatabase();
  const readBack = async (texts: (string | null)[]) => {
    const { rows } = await database.pool.query<{ text: string | null }>(
      'SELECT text FROM unnest($1::text[]) WITH ORDINALITY AS t (text, number) ORDER BY number',
      [textArray(texts)],
    );
    return rows.map(({ text }) => text);
  };

  for (const texts of [
    [],
    [null],
    ['', null, 'NULL'],
    ['"', '\\', '{a,"b"}', 'a\nb', 'ünïcode 🔑'],
    ['x'.repeat(1_000_000), 'y'],
  ]) {
    it(`of ${texts.length} texts is read back unchanged: ${JSON.stringify(texts).slice(0, 40)}`, async () => {
      expect(await readBack(texts)).to.deep.equal(texts);
    });
  }

  it('is read back unchanged for random texts', async () => {
    const storable = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    const texts = fc.sample(fc.option(storable), 300);
    expect(await readBack(texts)).to.deep.equal(texts);
  });
});

// Array literals: Postgres reads back the same texts, for any characters in them.
import { expect } from 'chai';
import fc from 'fast-check';
import { textArrayLiteral } from '../../../../../shared/platform/db/parameters/array-literal.ts';
import { useDatabase } from '../../../../support/database/database.ts';

describe('an array literal', () => {
  const database = useDatabase();
  const readBack = async (arrays: string[][]) => {
    const { rows } = await database.pool.query<{ texts: string[] }>(
      'SELECT text::text[] AS texts FROM unnest($1::text[]) WITH ORDINALITY AS t (text, number) ORDER BY number',
      [arrays.map(textArrayLiteral)],
    );
    return rows.map(({ texts }) => texts);
  };

  for (const texts of [
    [],
    [''],
    ['NULL', 'null', '{}', '{', '}', ',', ' '],
    ['"', '\\', '\\"', "'", '"a","b"', '\\\\'],
    ['a\nb', 'a\tb', 'a\r\nb', ' a ', 'ünïcode 🔑'],
  ]) {
    it(`is read back as ${JSON.stringify(texts)}`, async () => {
      expect(await readBack([texts])).to.deep.equal([texts]);
    });
  }

  it('is read back unchanged for random texts', async () => {
    const storable = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    const arrays = fc.sample(fc.array(storable), 100);
    expect(await readBack(arrays)).to.deep.equal(arrays);
  });
});

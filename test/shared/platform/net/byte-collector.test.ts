import { expect } from 'chai';
import { createByteCollector } from '../../../../shared/platform/net/byte-collector.ts';

describe('The byte collector', () => {
  const collect = (maxBytes: number, chunks: Buffer[]) => {
    const collector = createByteCollector(maxBytes);
    for (const chunk of chunks) collector.add(chunk);
    return collector.bytes();
  };

  it('keeps every byte in order, for chunks of any size', () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));
    const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
    const uneven = [bytes.subarray(0, 3), bytes.subarray(3, 70_000), Buffer.alloc(0), bytes.subarray(70_000)];
    for (const chunks of [[bytes], single, uneven]) {
      expect(collect(100_000, chunks).equals(bytes)).to.equal(true);
    }
  });

  it('drops the bytes beyond its limit', () => {
    expect(collect(5, [Buffer.from('abc'), Buffer.from('defg'), Buffer.from('h')]).toString()).to.equal(
      'abcde',
    );
    expect(collect(0, [Buffer.from('abc')])).to.have.length(0);
  });

  it('is empty when nothing was added', () => {
    expect(collect(10, [])).to.have.length(0);
  });
});

// MTA-STS records (RFC 8461 §3.1): what they may look like, and what is none.
import { expect } from 'chai';
import { parseMtaStsRecord } from '../../../../shared/mail/mta-sts/record.ts';

describe('The MTA-STS record of a domain', () => {
  // biome-ignore format: a table.
  const rows: [texts: string[], id: string | undefined][] = [
    [['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
    [['v=STSv1 \t; \t id=1 ;'], '1'],
    [['v=STSv1; later=a:b/c<d>; id=1'], '1'],
    [['v=STSv1; id=first; id=second'], 'first'],
    [[`v=STSv1; id=${'a'.repeat(32)}`], 'a'.repeat(32)],
    [['v=spf1 -all', 'v=STSv1; id=1;', 'v=STSv10; id=2'], '1'],
    [[], undefined],
    [['v=STSv1;'], undefined],
    [['v=STSv2; id=1'], undefined],
    [['V=STSv1; id=1'], undefined],
    [[' v=STSv1; id=1'], undefined],
    [['v=STSv1; ID=1'], undefined],
    [['v=STSv1; id='], undefined],
    [['v=STSv1; id=1-2'], undefined],
    [[`v=STSv1; id=${'a'.repeat(33)}`], undefined],
    [['v=STSv1; id=1; later'], undefined],
    [['v=STSv1; id=1;;'], undefined],
    [['v=STSv1; id=1\u0000'], undefined],
    [['v=STSv1; id=1', 'v=STSv1; id=1'], undefined],
    [['v=STSv1; id=1', 'v=STSv1;'], undefined],
  ];
  for (const [texts, id] of rows)
    it(`${id === undefined ? 'is none' : `has the id ${id}`}: ${JSON.stringify(texts)}`, () => {
      expect(parseMtaStsRecord(texts)).to.equal(id);
    });
});

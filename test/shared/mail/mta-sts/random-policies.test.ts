// Random and mutated MTA-STS records and policies, against a small model: reading never throws, and takes what the model takes.
import { expect } from 'chai';
import fc from 'fast-check';
import { parseMtaStsPolicy } from '../../../../shared/mail/mta-sts/policy.ts';
import { parseMtaStsRecord } from '../../../../shared/mail/mta-sts/record.ts';

const RUNS = 10_000;
const YEAR_S = 31_557_600n;

// biome-ignore format: a table.
const policyLine = fc.constantFrom(
  'version: STSv1', 'version: STSv1', 'version:STSv1 ', 'version: STSv2', 'mode: enforce', 'mode: testing', 'mode:none', 'mode: off',
  'mx: a.test', 'mx: *.A.test.', 'mx: *', 'mx:', 'mx: ü.test', 'max_age: 86400', 'max_age: 0', 'max_age: 1000000000000', 'max_age: -1',
  'max_age: 1e3', 'later: x', 'later', '', ' ', ': x', '\u0000', `x: ${'y'.repeat(997)}`, `x: ${'y'.repeat(998)}`,
);
const joined = (parts: fc.Arbitrary<string>, ...separators: string[]) =>
  fc
    .tuple(fc.array(parts, { maxLength: 8 }), fc.constantFrom(...separators))
    .map(([texts, separator]) => texts.join(separator));
/** A text in which one character is another, or is gone. */
const mutated = (texts: fc.Arbitrary<string>) =>
  fc
    .tuple(texts, fc.nat(), fc.string({ maxLength: 1, unit: 'binary' }), fc.boolean())
    .map(([text, at, piece, isMutated]) => {
      const index = at % (text.length + 1);
      return isMutated ? text.slice(0, index) + piece + text.slice(index + 1) : text;
    });
const valid = 'version: STSv1\nmode: enforce\nmx: a.test\nmax_age: 86400';
const policy = fc.oneof(
  mutated(joined(policyLine, '\n', '\r\n')),
  mutated(joined(policyLine, '\n').map((text) => `${valid}\n${text}`)),
  mutated(fc.constant(valid)),
  fc.string({ unit: 'binary' }),
);
// biome-ignore format: a table.
const field = fc.constantFrom('v=STSv1', 'v=STSv1', 'v=STSv2', 'id=1', 'id=abc', 'id=', 'id=a_b', `id=${'x'.repeat(33)}`, 'a=b', 'a', '', 'a==b');
const record = fc.oneof(
  mutated(joined(field, ';', '; ', ' ;\t')),
  mutated(joined(field, '; ').map((text) => `v=STSv1; id=1; ${text}`)),
  fc.string(),
);

/** What a policy says, field by field; undefined: it is none. */
function modelOfPolicy(text: string) {
  const lines = text.split(/\r?\n/);
  const pairs = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().match(/^([A-Za-z0-9][\w.-]{0,31}):[ \t]*(.*)$/));
  if (lines.some(({ length }) => length > 1_000) || pairs.includes(null)) return undefined;
  const valuesOf = (key: string) => pairs.filter((pair) => pair?.[1] === key).map((pair) => pair?.[2] ?? '');
  const [mode = ''] = valuesOf('mode');
  const [maxAge = ''] = valuesOf('max_age');
  const mx = valuesOf('mx').map((host) => host.toLowerCase().replace(/\.$/, ''));
  const isHost = (host: string) => {
    const labels = (host.startsWith('*.') ? host.slice(2) : host).split('.');
    return host.length < 254 && labels.every((label) => /^\w([\w-]*\w)?$/.test(label) && label.length < 64);
  };
  const isPolicy =
    valuesOf('version')[0] === 'STSv1' &&
    ['enforce', 'testing', 'none'].includes(mode) &&
    /^\d+$/.test(maxAge) &&
    mx.every(isHost) &&
    (mx.length > 0 || mode === 'none');
  if (!isPolicy) return undefined;
  return { mode, mx, maxAgeS: Number(BigInt(maxAge) > YEAR_S ? YEAR_S : BigInt(maxAge)) };
}

function modelOfRecord(texts: readonly string[]): string | undefined {
  const records = texts.filter((text) => /^v=STSv1[ \t]*$/.test(text.split(';')[0] ?? ''));
  const [, ...parts] = (records[0] ?? '').split(';').map((part) => part.replace(/^[ \t]*|[ \t]*$/g, ''));
  const fields = parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  const isVisible = (value: string) => [...value].every((each) => each > ' ' && each <= '~' && each !== '=');
  const isField = (part: string) => {
    const [, value] = part.match(/^[A-Za-z0-9][\w.-]{0,31}=(.+)$/s) ?? [];
    return value !== undefined && isVisible(value);
  };
  const id = fields.find((part) => part.startsWith('id='))?.slice(3) ?? '';
  return records.length === 1 && fields.every(isField) && /^[A-Za-z0-9]{1,32}$/.test(id) ? id : undefined;
}

describe('Random MTA-STS policies and records', () => {
  /** @param read whether a value was taken; it compares with the model */
  const compare = <Value>(values: fc.Arbitrary<Value>, read: (value: Value) => boolean) => {
    let taken = 0;
    const count = (value: Value) => {
      taken += Number(read(value));
    };
    fc.assert(fc.property(values, count), { numRuns: RUNS });
    expect(taken).to.be.within(RUNS / 20, RUNS - RUNS / 20);
  };

  it(`are read as the model reads them, ${RUNS} policies`, () => {
    compare(policy, (text) => {
      const read = parseMtaStsPolicy(text);
      expect('fault' in read ? undefined : read).to.deep.equal(modelOfPolicy(text));
      return !('fault' in read);
    });
  });

  it(`are read as the model reads them, ${RUNS} sets of records`, () => {
    compare(fc.array(record, { maxLength: 2 }), (texts) => {
      expect(parseMtaStsRecord(texts)).to.equal(modelOfRecord(texts));
      return modelOfRecord(texts) !== undefined;
    });
  });
});

// Reports that were damaged, and texts that were made to cost time. Mutations change everything but the codes of a policy
// refusal, which must never suppress an address. TEST_FIGURES=true prints how long reading a mutated one takes.
import { expect } from 'chai';
import fc from 'fast-check';
import { percentile } from '../../../../bench/load/percentile.ts';
import { outcomeOfFailure } from '../../../../shared/mail/reports/diagnostic.ts';
import { readReport } from '../../../../shared/mail/reports/read-report.ts';
import type { Report, ReportSource } from '../../../../shared/mail/reports/report.ts';
import { extent } from '../../../support/extent.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';
import { DELIVERY_FIXTURES } from './support/delivery-fixtures.ts';
import { COMPLAINT_FIXTURES } from './support/other-fixtures.ts';
import { PROVIDER_FIXTURES } from './support/provider-fixtures.ts';
import type { Fixture } from './support/report-fixture.ts';
import { TEXT_FIXTURES } from './support/text-fixtures.ts';

const MUTATIONS = extent('REPORT_MUTATIONS', 1_000, 10_000);
const FIXTURES = [...DELIVERY_FIXTURES, ...TEXT_FIXTURES, ...PROVIDER_FIXTURES, ...COMPLAINT_FIXTURES];
const POLICY_FIXTURES = FIXTURES.filter(
  ({ expected }) =>
    'recipients' in expected &&
    !('feedback' in expected) &&
    expected.recipients.every(([, , outcome]) => outcome === 'fail policy_refused'),
);
/** A code with the characters around it, which a mutation leaves together: without them it would be another code. */
const ATOMS = /.?(?:\d{3}[- ])?5\.7\.\d+.?|./gs;
const isCode = (atom: string) => atom.length > 1 && atom.includes('5.7.');

type Mutation = readonly [
  kind: 'delete' | 'insert' | 'double' | 'move',
  at: number,
  length: number,
  text: string,
];
const mutation: fc.Arbitrary<Mutation> = fc.tuple(
  fc.constantFrom('delete', 'insert', 'double', 'move'),
  fc.nat(2_000),
  fc.nat(80),
  fc.constantFrom(
    '\n',
    '\n\n',
    '\r',
    ' ',
    ':',
    ';',
    '<',
    '>',
    '@',
    '"',
    '(',
    'x',
    '\0',
    '\ufffd',
    'ä',
    '\u{1f600}',
    'User unknown\n',
  ),
);

describe('A damaged report', () => {
  it('has policy refusals to be damaged', () => {
    expect(POLICY_FIXTURES).to.have.lengthOf(3);
  });

  it('is read, whatever is missing, added or moved', () => {
    const times: number[] = [];
    fc.assert(
      fc.property(
        fc.constantFrom(...FIXTURES),
        fc.array(mutation, { maxLength: 6 }),
        (fixture, mutations) => {
          const source = sourceOf(fixture, (text) => mutate(text, mutations, () => false));
          const startedAtMs = performance.now();
          const report = readReport(source);
          times.push(performance.now() - startedAtMs);
          judge(report);
        },
      ),
      { numRuns: MUTATIONS },
    );
    if (process.env['TEST_FIGURES'])
      console.log({ p99Ms: percentile(times, 0.99), worstMs: Math.max(...times) });
  });

  it('of a policy refusal is no bounce while its code is there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...POLICY_FIXTURES),
        fc.array(mutation, { maxLength: 6 }),
        (fixture, mutations) => {
          const outcomes = judge(readReport(sourceOf(fixture, (text) => mutate(text, mutations, isCode))));
          expect(outcomes).to.not.include('bounce');
        },
      ),
      { numRuns: MUTATIONS },
    );
  });

  it('of a policy refusal would be a bounce with another code', () => {
    const outcomes = POLICY_FIXTURES.flatMap((fixture) =>
      judge(readReport(sourceOf(fixture, (text) => text.replaceAll(/5\.7\.\d+/g, '5.1.1')))),
    );
    expect(outcomes).to.deep.equal(['bounce', 'bounce', 'bounce']);
  });

  it('is cut anywhere, and then has no other recipients than before', () => {
    for (const fixture of FIXTURES) {
      const whole = addressesOf(readReport(sourceOf(fixture, (text) => text)));
      const length = Math.max(
        fixture.text.length,
        ...(fixture.parts ?? []).map(([, content]) => content.length),
      );
      for (let end = 0; end < length; end += 7) {
        const cut = readReport(sourceOf(fixture, (text) => text.slice(0, end)));
        judge(cut);
        for (const address of addressesOf(cut)) {
          expect(
            whole.some((known) => known.startsWith(address)),
            `${fixture.name}: ${address}`,
          ).to.equal(true);
        }
      }
    }
  });

  it('takes a time that grows with its length', () => {
    const pieces = [
      '(',
      '<',
      'a@',
      '\t ',
      '5.1.1',
      '550 ',
      '550-5.',
      ':',
      '\r',
      '>',
      '\\x{',
      'x: y\n',
      '=?',
      '\n\n',
    ];
    const signs = TEXT_FIXTURES.filter(({ parts }) => !parts).map(({ text }) => text.slice(0, 200));
    for (const piece of pieces) {
      const long = piece.repeat(1_500_000 / piece.length);
      const cpuMs = cpuMsOf(() => {
        for (const sign of [signs[0], signs[2], signs[5], ''])
          judge(readReport(hostile(`${sign}\n<a@b.test>: ${long}`)));
      });
      expect(cpuMs, JSON.stringify(piece)).to.be.below(3_000);
    }
  });
});

/** A message in which every text is this one. */
function hostile(text: string): ReportSource {
  const status = `Final-Recipient: rfc822; ${text.slice(0, 300_000)}\nAction: failed\nDiagnostic-Code: ${text}`;
  return {
    headers: [{ name: 'Auto-Submitted', value: text }],
    from: `postmaster@${text}`,
    subject: text,
    text: text.slice(0, 400_000),
    html: text,
    parts: [
      { contentType: `message/${text}`, content: Buffer.from(text) },
      { contentType: 'message/delivery-status', content: Buffer.from(text.length % 2 ? status : text) },
      { contentType: 'message/rfc822', content: Buffer.from(text) },
    ],
  };
}

function sourceOf(fixture: Fixture, change: (text: string) => string): ReportSource {
  const { from, subject, text, isHtml, parts = [] } = fixture;
  return {
    headers: [],
    from: /<(.+)>/.exec(from)?.[1] ?? from,
    subject: change(subject),
    text: isHtml ? null : change(text),
    html: isHtml ? change(text) : null,
    parts: parts.map(([contentType, content]) => ({ contentType, content: Buffer.from(change(content)) })),
  };
}

function mutate(text: string, mutations: readonly Mutation[], isKept: (atom: string) => boolean): string {
  let atoms: string[] = text.match(ATOMS) ?? [];
  for (const [kind, where, length, added] of mutations) {
    const at = where % (atoms.length + 1);
    const range = atoms.slice(at, at + length);
    const other = (where * 7) % (atoms.length + 1);
    const kept = range.filter(isKept);
    if (kind === 'delete') atoms.splice(at, length, ...kept);
    else if (kind === 'insert') atoms.splice(at, 0, ...(added.match(ATOMS) ?? []));
    else if (kind === 'double') atoms.splice(at, 0, ...range);
    else atoms = [...atoms.slice(0, at), ...kept, ...atoms.slice(at + length)].toSpliced(other, 0, ...range);
  }
  return atoms.join('');
}

/** What each failure means; all of the report must be texts that can be stored. */
function judge(report: Report): string[] {
  expect(JSON.stringify(report)).to.not.match(/\\u0000|\\ud[89a-f]/i);
  if (report.kind !== 'delivery') return [];
  const failed = report.recipients.filter(({ action }) => action === 'failed');
  return failed.map((each) => outcomeOfFailure(each).kind);
}

function addressesOf(report: Report): string[] {
  if (report.kind === 'delivery') return report.recipients.flatMap(({ address }) => address ?? []);
  return report.kind === 'feedback' ? [...report.original.recipients] : [];
}

// What reports say, read through the real parser of messages: each shape as its server sends it, with LF, with parts in
// base64, without the last boundary, without any, and with a thousand recipients.
import { expect } from 'chai';
import { outcomeOfFailure } from '../../../../shared/mail/reports/diagnostic.ts';
import { readReport } from '../../../../shared/mail/reports/read-report.ts';
import type { Report } from '../../../../shared/mail/reports/report.ts';
import { ReportFiles, toReportSource } from '../../../../shared/mail/reports/report-source.ts';
import { toSource, useParser } from '../parse/support/use-parser.ts';
import { DELIVERY_FIXTURES } from './support/delivery-fixtures.ts';
import { COMPLAINT_FIXTURES, REPLY_FIXTURES } from './support/other-fixtures.ts';
import { PROVIDER_FIXTURES } from './support/provider-fixtures.ts';
import {
  dsn,
  type Expected,
  type Fixture,
  lines,
  REF,
  recipientGroup,
  write,
} from './support/report-fixture.ts';
import { TEXT_FIXTURES } from './support/text-fixtures.ts';

const FIXTURES = [
  ...DELIVERY_FIXTURES,
  ...TEXT_FIXTURES,
  ...PROVIDER_FIXTURES,
  ...COMPLAINT_FIXTURES,
  ...REPLY_FIXTURES,
];
const DAEMON = 'MAILER-DAEMON@mx.customer.test';

describe('A report', () => {
  const received = useParser();
  const read = async (raw: string): Promise<Report> => {
    const files = new ReportFiles();
    const message = await received.parser.parse(toSource(raw), null, files);
    return readReport(toReportSource(message, files));
  };

  it('is known in more than 40 shapes', () => {
    expect(FIXTURES).to.have.length.above(40);
    expect(new Set(FIXTURES.map(({ name }) => name)).size).to.equal(FIXTURES.length);
  });

  for (const fixture of FIXTURES) {
    it(`is understood as it comes, with LF, and in base64: ${fixture.name}`, async () => {
      for (const writing of [
        {},
        { lineBreak: '\n' },
        { isBase64: true },
        { lineBreak: '\n', isBase64: true },
      ]) {
        expect(summaryOf(await read(write(fixture, writing))), JSON.stringify(writing)).to.deep.equal(
          fixture.expected,
        );
      }
    });
  }

  it('is understood when it was cut after its parts', async () => {
    for (const fixture of FIXTURES) {
      const cut = write(fixture).replace(/(?:--=frontier--)?\r\n$/, '');
      expect(summaryOf(await read(cut)), fixture.name).to.deep.equal(fixture.expected);
    }
  });

  it('of which only the delivery status is left says what it says', async () => {
    for (const fixture of DELIVERY_FIXTURES.filter(({ expected }) => 'recipients' in expected)) {
      const raw = write(fixture);
      const part = raw.indexOf('delivery-status\r\n');
      const next = raw.indexOf('--=frontier', part);
      const { expected } = fixture;
      expect(summaryOf(await read(raw.slice(0, next))), fixture.name).to.deep.equal({
        ...expected,
        isReturned: false,
      });
    }
  });

  it('that was cut before its first recipient is unknown', async () => {
    for (const fixture of DELIVERY_FIXTURES) {
      const raw = write({ ...fixture, from: 'robot@customer.test' });
      const cut = raw.slice(0, raw.indexOf('message/'));
      expect(summaryOf(await read(cut)), fixture.name).to.deep.equal({ kind: 'unknown' });
    }
  });

  it('that is one text with all its parts, because its boundary is lost, is understood from a mail system', async () => {
    const [fixture] = DELIVERY_FIXTURES;
    const raw = write(fixture as Fixture);
    const body = raw.slice(raw.indexOf('--=frontier'));
    const text = (from: string) => `From: ${from}\r\nSubject: Undelivered\r\n\r\n${body}`;
    expect(summaryOf(await read(text(DAEMON)))).to.deep.equal(fixture?.expected);
    expect(summaryOf(await read(text('ana@customer.test')))).to.deep.equal({ kind: 'unknown' });
  });

  it('whose header does not say how it is divided is one text, and no complaint', async () => {
    for (const fixture of FIXTURES.filter(({ parts }) => parts)) {
      const { kind } = await read(write(fixture, { hasBoundary: false }));
      expect(['unknown', 'auto-reply', 'delivery'], fixture.name).to.include(kind);
    }
  });

  it('of a thousand recipients names each, and no more than a thousand', async () => {
    const addresses = Array.from({ length: 1_001 }, (_, number) => `u${number}@customer.test`);
    const texts: Fixture[] = [
      {
        ...DELIVERY_FIXTURES[0],
        name: 'RFC 3464',
        ...dsn(
          addresses.map((address) => recipientGroup(address, 'failed', '5.1.1', 'smtp; 550 5.1.1 Gone')),
        ),
      } as Fixture,
      manyInText(
        'qmail',
        'Hi. This is the qmail-send program at mx.',
        (address) => `<${address}>:\n(#5.1.1)\n`,
      ),
      manyInText(
        'Exim',
        'created automatically by mail delivery software',
        (a) => `  ${a}\n    550 5.1.1 Gone`,
      ),
      manyInText('Postfix', 'This is the mail system at host mx.', (a) => `<${a}>: 550 5.1.1 Gone`),
      manyInText('another', 'Your mail is undeliverable.', (a) => `${a}\n550 5.1.1 Gone`),
    ];
    for (const fixture of texts) {
      const report = await read(write(fixture));
      const found = report.kind === 'delivery' ? report.recipients : [];
      expect(found.map(({ address }) => address)).to.deep.equal(addresses.slice(0, 1_000));
      expect(new Set(found.map((each) => outcomeOfFailure(each).kind))).to.deep.equal(new Set(['bounce']));
    }

    function manyInText(name: string, sign: string, block: (address: string) => string): Fixture {
      return {
        name,
        from: DAEMON,
        subject: 'Undelivered',
        text: lines(sign, '', ...addresses.map(block)),
        expected: { kind: 'unknown' },
      };
    }
  });

  it('says what the servers said, in one line, and of the message what its header said', async () => {
    expect(await read(write(DELIVERY_FIXTURES[0] as Fixture))).to.deep.equal({
      kind: 'delivery',
      recipients: [
        {
          action: 'failed',
          address: 'ana@customer.test',
          status: '5.1.1',
          diagnostic:
            '550 5.1.1 <ana@inner.customer.test>: Recipient address rejected: User unknown in virtual mailbox table',
          remoteMta: 'mx.inner.customer.test',
        },
      ],
      original: {
        ref: REF,
        messageId: '<0192-1@acme.test>',
        feedbackId: 'template:acme.test:bulk:abcdefghij',
        returnPath: 'b-1@send.acme.test',
        recipients: [],
      },
    });
  });
});

function summaryOf(report: Report): Expected {
  if (report.kind !== 'delivery' && report.kind !== 'feedback') return report;
  const isReturned = report.original.ref === REF && report.original.messageId === '<0192-1@acme.test>';
  if (report.kind === 'feedback') {
    return { feedback: report.type, recipients: report.original.recipients, isReturned };
  }
  const recipients = report.recipients.map((each) => {
    const { action, address } = each;
    if (action !== 'failed') return [action, address] as const;
    const { kind, reason } = outcomeOfFailure(each);
    return [action, address, `${kind} ${reason}`] as const;
  });
  return { recipients, isReturned };
}

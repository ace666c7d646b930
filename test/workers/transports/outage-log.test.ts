// What the log says of mail servers that do not answer.
import { expect } from 'chai';
import pino from 'pino';
import { warnOfOutages } from '../../../workers/transports/outage-log.ts';
import type { Delivery } from '../../../workers/transports/transport.ts';

const SILENT: Delivery = {
  kind: 'unreachable',
  stage: 'connect',
  reason: 'ECONNREFUSED',
  server: 'mx.acme.dev',
};

describe('The log of mail servers that do not answer', () => {
  it('has a line a minute, and none for answers and for mail that waits', () => {
    const lines: string[] = [];
    let nowMs = 0;
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const hear = warnOfOutages(log, () => nowMs);
    hear({ kind: 'accepted', reply: { code: 250, enhanced: '2.0.0', text: 'ok' } });
    hear({ ...SILENT, stage: 'queue' });
    expect(lines).to.deep.equal([]);
    for (const ms of [0, 59_999, 60_000]) {
      nowMs = ms;
      hear(SILENT);
      hear(SILENT);
    }
    expect(lines.map((line) => JSON.parse(line)).map(({ reason, server }) => [reason, server])).to.deep.equal(
      [
        ['ECONNREFUSED', 'mx.acme.dev'],
        ['ECONNREFUSED', 'mx.acme.dev'],
      ],
    );
  });
});

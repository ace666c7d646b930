import { expect } from 'chai';
import { describeLogLine } from '../../../dev/processes/log-line.ts';

describe('describeLogLine', () => {
  it('formats level, message and details as text', () => {
    const line = '{"level":40,"time":"2026-01-01T00:00:00.000Z","process":"web","queue":"send","msg":"slow"}';
    expect(describeLogLine(line)).to.equal('warn slow queue="send"');
  });

  it('shows the stack of an error, but only the message of a warning', () => {
    const line = (level: number) =>
      JSON.stringify({ level, msg: 'lost', err: { message: 'gone', stack: 'at x' } });
    expect(describeLogLine(line(50))).to.equal('error lost (gone)\nat x');
    expect(describeLogLine(line(40))).to.equal('warn lost (gone)');
  });

  for (const line of ['Error: not JSON', '42', 'null', '{"level":"high"}']) {
    it(`leaves ${line} unchanged`, () => {
      expect(describeLogLine(line)).to.equal(line);
    });
  }
});

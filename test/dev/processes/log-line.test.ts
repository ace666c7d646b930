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

  it('shows mail, refused requests and failed webhooks in one line, and nothing else below a warning', () => {
    const shown = (fields: object) => describeLogLine(JSON.stringify({ level: 20, ...fields }));
    const mail = {
      msg: 'mail tried',
      email: '1',
      to: 'a@b.dev',
      subject: 'Hi\n"',
      reply: '550 No\r\n\u001b[2J',
    };
    expect(shown({ ...mail, result: 'delivered' })).to.equal('delivered: a@b.dev "Hi\\n\\"" (email 1)');
    expect(shown({ ...mail, result: 'bounced' })).to.match(/^bounced: a@b\.dev .* \(email 1\): 550 No \[2J$/);
    const request = { msg: 'request answered', method: 'POST', path: '/emails', status: 422 };
    const refusal = { error: 'validation_error', message: 'No.' };
    expect(shown({ ...request, ...refusal })).to.equal('refused POST /emails: 422 validation_error, No.');
    const webhook = { msg: 'webhook failed', endpoint: 'http://a.dev', status: 500, reason: null };
    expect(shown({ ...webhook, next_attempt_at: null })).to.equal(
      'webhook http://a.dev failed: it answered 500. It is given up.',
    );
    expect(shown(request)).to.equal(undefined);
    expect(shown({ msg: 'queue connection' })).to.equal(undefined);
  });

  for (const line of ['Error: not JSON', '42', 'null', '{"level":"high"}']) {
    it(`leaves ${line} unchanged`, () => {
      expect(describeLogLine(line)).to.equal(line);
    });
  }
});

// The variables of alerts: what they may be, and that a refusal shows no secret.
import { expect } from 'chai';
import { loadConfig } from '../../../../shared/platform/config/config.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

describe('The configuration of alerts', () => {
  const alertsOf = (environment: Record<string, string>) =>
    loadConfig({ DATABASE_URL, ...environment }).alerts;

  it('has the addresses of ALERT_TO, each once, and none without it', () => {
    expect(alertsOf({ ALERT_TO: '', ALERT_SMTP_URL: '' })).to.deep.equal({ to: [], smtpUrl: undefined });
    const environment = { ALERT_TO: 'ops@acme.dev, root@localhost,ops@acme.dev', ALERT_SMTP_URL: 'mx:' };
    expect(alertsOf(environment)).to.deep.equal({ to: ['ops@acme.dev', 'root@localhost'], smtpUrl: 'mx:' });
  });

  it('is refused with anything else, which the refusal does not show', () => {
    const eleven = Array.from({ length: 11 }, (_, index) => `hunter2-${index}@acme.dev`).join();
    for (const text of [
      'hunter2',
      'ops@acme.dev,',
      'Ops <hunter2@acme.dev>',
      'a@acme.dev\r\nhunter2: x',
      eleven,
      ' ',
    ])
      expect(refusalOf({ DATABASE_URL, ALERT_TO: text }).message, text)
        .to.match(/^Configuration: "ALERT_TO" must be one to 10 addresses/)
        .and.not.include('hunter2');
    const { message } = refusalOf({ DATABASE_URL, ALERT_SMTP_URL: 'mx:hunter2' });
    expect(message).to.equal(
      'Configuration: "ALERT_SMTP_URL" must be either mx: alone, or servers without mx:.',
    );
  });
});

// A provider that refuses our login and echoes it: the switch that it trips, the output for operators, the log and the
// recipients contain nothing of the login (redaction).
import { expect } from 'chai';
import { runCommand } from '../../../ops/run-command.ts';
import { expectDone } from '../../ops/run-ops.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useSending } from './support/use-sending.ts';

describe('A refusal that repeats the credentials of the service', () => {
  const auth = { user: 'posthorn', pass: 'q7Zk9Xw2Vb5Nm8Rt' };
  const line = Buffer.from(`\0${auth.user}\0${auth.pass}`).toString('base64');
  const sending = useSending({ auth });

  it('leaves nothing of the login in the switch, the recipient, the log of the worker and list-stuck', async () => {
    sending.sink.setFault({
      stage: 'auth',
      kind: 'answer',
      reply: `535-5.7.8 cannot understand: AUTH PLAIN ${line}\r\n535 5.7.8 password "${auth.pass}" is wrong`,
    });
    const worker = await sending.startWorker({ config: { smtpUrl: `${sending.sink.url}?tls=off` } });
    const id = await sending.accept();
    await eventually('the switch is tripped and the email is released', async () => {
      const { rowCount } = await sending.pool.query('SELECT FROM providers WHERE refused_at IS NOT NULL');
      return rowCount === 1 && (await sending.recipient(id)).claimed_by === null;
    });
    await sending.pool.query('UPDATE providers SET next_probe_at = clock_timestamp()');
    await eventually('it is asked again', () =>
      sending.logLines.some(({ msg }) => msg === 'the provider still refuses our login or settings'),
    );
    await worker.stop();
    const { rows } = await sending.pool.query('SELECT * FROM providers WHERE refused_at IS NOT NULL');
    const environment = { DATA_DIR: '/nonexistent', DATABASE_URL: sending.database.url };
    const stuck = expectDone(await runCommand(['list-stuck'], environment))['data'];
    const slots = { rows, recipient: await sending.recipient(id), lines: sending.logLines, stuck };
    for (const [place, held] of Object.entries(slots)) {
      const text = JSON.stringify(held);
      expect(text, place)
        .to.include('cannot understand: AUTH PLAIN [redacted]')
        .and.not.include(auth.pass.slice(0, 6))
        .and.not.include(line.slice(-8));
    }
  });
});

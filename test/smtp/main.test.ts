// The process `inbound` as an operator runs it, on Postgres: command line, health port, mail, and graceful shutdown.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { isBuilt, programArguments } from '../../dev/build/build.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { openSmtpDialogue } from '../support/net/smtp-dialogue.ts';
import { eventually } from '../support/time/eventually.ts';
import { TEST_CERTIFICATE } from './support/use-inbound.ts';

describe('the process inbound', () => {
  const database = useDatabase();
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  const run = async (words: readonly string[], environment: Record<string, string> = {}) => {
    const child = spawn(process.execPath, programArguments(['smtp/main.ts', ...words], await isBuilt()), {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        HOST: '127.0.0.1',
        HEALTH_PORT: '0',
        INBOUND_PORT: '0',
        INBOUND_TLS_CERT: TEST_CERTIFICATE.certFile,
        INBOUND_TLS_KEY: TEST_CERTIFICATE.keyFile,
        ...environment,
      },
    });
    children.push(child);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    return { child, output: () => text };
  };

  for (const words of [[], ['outbound'], ['inbound', 'inbound']]) {
    it(`exits with 78 and one sentence for the arguments "${words.join(' ')}"`, async () => {
      const { child, output } = await run(words);
      expect(await once(child, 'exit')).to.deep.equal([78, null]);
      expect(output().trim().split('\n')).to.have.length(1);
      expect(output()).to.include('Name the server to run: inbound or submission.');
    });
  }

  it('exits with 78 for a certificate that is none', async () => {
    const { child, output } = await run(['inbound'], { INBOUND_TLS_KEY: TEST_CERTIFICATE.certFile });
    expect(await once(child, 'exit')).to.deep.equal([78, null]);
    expect(output()).to.include(`the certificate ${TEST_CERTIFICATE.certFile} is unusable`);
  });

  it('exits with 1 when its port is taken', async () => {
    const first = await run(['inbound']);
    const [{ inboundPort }] = (await once(first.child, 'message')) as [{ inboundPort: number }];
    const { child, output } = await run(['inbound'], { INBOUND_PORT: String(inboundPort) });
    expect(await once(child, 'exit')).to.deep.equal([1, null]);
    expect(output()).to.include('EADDRINUSE');
  });

  it('stores mail for an account, reports it, and ends in order with a message in flight', async () => {
    const { id: accountId } = await createAccount(database.pool);
    await createDomain(database.pool, accountId, { name: 'acme.dev', receivingEnabled: true });
    const { child, output } = await run(['inbound']);
    const [{ inboundPort, healthPort }] = (await once(child, 'message')) as [Record<string, number>];
    const health = `http://127.0.0.1:${healthPort}`;
    await eventually('it is ready', async () => (await fetch(`${health}/readyz`)).status === 200);
    const dialogue = await openSmtpDialogue(inboundPort ?? 0);
    await dialogue.say('EHLO client.test');
    const content = (subject: string) => `Message-ID: <${subject}@x>\r\nSubject: ${subject}\r\n\r\nHello\r\n`;
    const begin = async () => {
      for (const line of ['MAIL FROM:<bo@remote.dev>', 'RCPT TO:<ana@acme.dev>', 'DATA'])
        expect(await dialogue.say(line)).to.match(/^(250|354) /);
    };
    await begin();
    expect(await dialogue.say(`${content('first')}.`)).to.match(/^250 /);
    expect(await (await fetch(`${health}/metrics`)).text()).to.include(
      'mail_inbound_messages_total{outcome="stored"} 1',
    );
    await begin();
    // Long enough for an upload.
    await dialogue.write(`${content('second')}${`${'x'.repeat(98)}\r\n`.repeat(5_000)}`);
    child.kill('SIGTERM');
    await eventually('it takes no more', async () => {
      const status = await fetch(`${health}/readyz`).then(
        ({ status: code }) => code,
        () => 0,
      );
      return status !== 200;
    });
    expect(await dialogue.say('.')).to.match(/^250 /);
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
    const { rows } = await database.pool.query(
      'SELECT account_id AS account, mail_from AS sender, size > 500000 AS "isLong" FROM received_emails ORDER BY id',
    );
    expect(rows).to.deep.equal([
      { account: accountId, sender: 'bo@remote.dev', isLong: false },
      { account: accountId, sender: 'bo@remote.dev', isLong: true },
    ]);
    expect(output()).not.to.match(/"level":(40|50|60)/);
  });
});

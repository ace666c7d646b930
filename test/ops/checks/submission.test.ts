// What `ops check` says about the servers to which programs submit mail.
import { expect } from 'chai';
import pg from 'pg';
import { askSubmission, checkSubmission } from '../../../ops/checks/submission.ts';
import { useSender } from '../../api/emails/sender.ts';
import { useSubmission } from '../../smtp/support/use-submission.ts';
import { useApp } from '../../support/api/app.ts';
import { createDnsServer } from '../../support/net/dns-server.ts';
import { createTcpServer } from '../../support/net/tcp-server.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('The check of submitted mail', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app);
  const asked = { address: '127.0.0.1', hostname: 'mail.host.test', now: new Date() };

  it('is advice about a certificate that programs cannot check, with STARTTLS and with TLS from the first byte', async () => {
    const { port, securePort } = submission.servers;
    for (const [wanted, isSecure] of [
      [port, false],
      [securePort, true],
    ] as const) {
      const { status, message } = await askSubmission({ ...asked, port: wanted, isSecure });
      expect(status).to.equal('advice');
      expect(message).to.include(
        `accepts mail from programs on port ${wanted}, but its certificate is not trusted by other servers (`,
      );
    }
  });

  it('is advice where nothing listens, or no TLS begins', async () => {
    const server = await createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const ask = (isSecure: boolean) => askSubmission({ ...asked, port: server.port, isSecure });
    for (const isSecure of [false, true]) {
      const { status, message } = await ask(isSecure);
      expect(status).to.equal('advice');
      expect(message).to.include(`does not accept mail from programs on port ${server.port} (`);
    }
    await server.close();
    const { status, message } = await ask(true);
    expect([status, message]).to.deep.equal([
      'advice',
      `mail.host.test (127.0.0.1) does not accept mail from programs on port ${server.port} (connect ECONNREFUSED 127.0.0.1:${server.port}). Start submission and open the port in the firewall, unless your programs use another port.`,
    ]);
  });

  it('asks the ports of programs once one has submitted mail, or a process of theirs is connected', async () => {
    const dns = await createDnsServer();
    dns.set('mail.host.test', ['127.0.0.77']);
    const service = { mailHostname: 'mail.host.test', dnsServers: [dns.address] };
    const portsAsked = async () => {
      const found = await checkSubmission({ ...app.deps, database: app.pool, service } as never);
      return found.map(({ message }) => /port (\d+)/.exec(message)?.[1]);
    };
    expect(await portsAsked()).to.deep.equal([]);
    const process = new pg.Client({
      connectionString: app.deps.config.databaseUrl,
      application_name: 'posthorn submission',
    });
    await process.connect();
    expect(await portsAsked()).to.deep.equal(['587', '465']);
    await process.end();
    await eventually('the connection is gone', async () => (await portsAsked()).length === 0);
    await submission.sendRaw(sender.token, `From: ana@${sender.domain.name}\r\n\r\nHello`);
    expect(await portsAsked()).to.deep.equal(['587', '465']);
    await dns.close();
  });
});

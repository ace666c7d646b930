// An upgrade of the Debian package, with Posthorn in it, real processes and a real Postgres: while clients send, and on two
// machines at once. The versions are of the same tree.

import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { type DebianMachine, startDebianMachine } from './support/machine.ts';
import { buildRealPackage } from './support/real-package.ts';

const CLIENTS = 3;
const PORTS = [3000, 3001];
const PASSWORD = 'a%24b%23c';
/** Both have quotes around them in the file. */
const SECRETS = `SECRET_KEY='x$Q3w8mZ1#b7pLr5Tk2Yc9Nd4Hs6Jf0G aE'
DATABASE_URL='postgres://posthorn:${PASSWORD}@127.0.0.1:DATABASE_PORT/posthorn'`;

describe('An upgrade of the Debian package', function () {
  this.timeout(600_000);
  let older: Awaited<ReturnType<typeof buildRealPackage>>;
  let now: typeof older;
  let machine: DebianMachine;
  let sink: SmtpSink;

  before(async () => {
    older = await buildRealPackage('0.2.9');
    now = await buildRealPackage();
    sink = await startSmtpSink();
  });
  after(async () => {
    await sink?.stop();
    await Promise.all([older?.remove(), now?.remove()]);
  });
  beforeEach(async () => {
    machine = await startDebianMachine({ postgres: true });
    await machine.run(`cd / && runuser -u postgres -- psql --quiet <<'END'
ALTER SYSTEM SET max_connections = 300;
CREATE ROLE posthorn LOGIN PASSWORD 'a$b#c';
CREATE DATABASE posthorn OWNER posthorn TEMPLATE template0 ENCODING 'UTF8';
END
systemctl restart postgresql`);
  });
  afterEach(() => machine?.close());

  async function configure(on: DebianMachine, databasePort = 5432): Promise<void> {
    const lines = [
      'PUBLIC_URL=https://mail.example.com',
      `SMTP_URL=${sink.url}`,
      'RATE_LIMIT_PER_MINUTE=0',
      SECRETS,
    ];
    const text = `${lines.join('\n').replace('DATABASE_PORT', String(databasePort))}\n`;
    await on.run('mkdir --mode=750 /etc/posthorn; umask 077; printf %s "$TEXT" > /etc/posthorn/environment', {
      TEXT: text,
    });
    await on.reach(sink.port);
  }

  /** With two `web`. @returns the key of an account that sends */
  async function start(): Promise<string> {
    await machine.run(`dpkg --install ${await machine.put(older.file)}`);
    await machine.run('systemctl mask posthorn-web && systemctl enable posthorn-web@3000 posthorn-web@3001');
    await machine.run('systemctl enable --now posthorn.target');
    for (const port of [...PORTS, 8081, 8083])
      await machine.run(`until curl --silent --fail http://127.0.0.1:${port}/readyz; do sleep 0.1; done`);
    const account = JSON.parse(
      await machine.run('posthorn-ops create-account --name Acme --plan unlimited --owner ana@example.com'),
    );
    await machine.run(
      `posthorn-ops grant-production-access ${account.id}; posthorn-ops add-domain ${account.id} example.com`,
    );
    return account.api_key;
  }

  it('refuses no request, and loses no mail', async () => {
    await configure(machine);
    const apiKey = await start();
    const ports = await Promise.all(PORTS.map((port) => machine.open(port)));
    sink.clear();
    const sends = startSending(ports, apiKey);
    const { code, stdout } = await machine.try(`dpkg --install ${await machine.put(now.file)} 2>&1`);
    const statuses = await sends.end();
    expect(code, stdout).to.equal(0);
    expect(stdout).to.include(
      'posthorn-web@3000 is ready\nposthorn-web@3001 is ready\nposthorn-inbound is ready\n',
    );
    expect(statuses).to.have.length.above(20);
    expect([...new Set(statuses)]).to.deep.equal([200]);
    const mails = await sink.waitFor(statuses.length);
    expect(new Set(mails.map(({ to }) => String(to)))).to.have.property('size', statuses.length);
    for (const port of [...PORTS, 8081, 8089])
      expect(JSON.parse(await machine.run(`curl --silent http://127.0.0.1:${port}/readyz`)).version).to.equal(
        '0.3.0',
      );
    expect(await machine.run('ls /usr/lib/posthorn')).to.equal('0.2.9\n0.3.0\n');
  });

  it('migrates once where two machines do it at the same time', async () => {
    const other = await startDebianMachine();
    try {
      const port = await machine.open(5432);
      await other.reach(port);
      await Promise.all([configure(machine), configure(other, port)]);
      const results = await Promise.all(
        [machine, other].map(async (each) => each.try(`dpkg --install ${await each.put(now.file)} 2>&1`)),
      );
      for (const { code, stdout } of results) expect(code, stdout).to.equal(0);
      expect(results.map(({ stdout }) => stdout).join('')).to.include('waiting');
      const query = 'SELECT count(*) = count(DISTINCT name) AND count(*) > 70 FROM knex_migrations';
      expect(await machine.run(`cd / && runuser -u postgres -- psql -Atc '${query}' posthorn`)).to.equal(
        't\n',
      );
    } finally {
      await other.close();
    }
  });
});

/** Sends until `end` is called, each mail to an address of its own; where one `web` takes no connection, the other does. */
function startSending(ports: readonly number[], apiKey: string) {
  const statuses: number[] = [];
  let isOver = false;
  let mails = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver && !statuses.includes(0)) {
      mails += 1;
      statuses.push(await sendToOne(ports, apiKey, `you${mails}@customer.dev`));
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(clients);
      return statuses;
    },
  };
}

/** As a proxy does. @returns the status; 0 when all refused the connection */
async function sendToOne(ports: readonly number[], apiKey: string, to: string): Promise<number> {
  for (const port of ports) {
    const status = await send(port, apiKey, to).catch(() => undefined);
    if (status !== undefined) return status;
  }
  return 0;
}

async function send(port: number, apiKey: string, to: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'user-agent': 'x',
  };
  const sent = request({ host: '127.0.0.1', port, path: '/emails', method: 'POST', headers, agent: false });
  sent.end(JSON.stringify({ from: 'ana@example.com', to, subject: 'Again', text: 'Hi' }));
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

// Messages and clients of every bad or odd form: each has its proper reply, what is refused leaves nothing, and the others
// are served on (docs/reference/smtp.md).
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import { useSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { openSmtpDialogue } from '../../support/net/smtp-dialogue.ts';
import { eventually } from '../../support/time/eventually.ts';
import { plainLogin, queuedId, useSubmission } from '../support/use-submission.ts';

const TO_BO = { to: ['bo@customer.dev'] };
const MEGABYTE = 1024 * 1024;
const TABLES = [
  'attachment_uploads',
  'attachment_chunks',
  'email_attachments',
  'email_kept_messages',
  'idempotency_keys',
];

describe('A message of a hostile or odd form', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app);
  const from = () => `From: ana@${sender.domain.name}`;
  const send = (fields: string, body = 'Hello', envelope: { to: string[] } = TO_BO) =>
    submission.sendRaw(sender.token, `${from()}\r\n${fields}\r\n\r\n${body}`, envelope);
  const recordOf = (reply: string) => sender.read(`/emails/${queuedId(reply)}`);
  /** The rows of each table before a test, whose accounts are its own. */
  const before = new Map<string, number>();
  const countAll = async (table: string) => (await app.pool.query(`SELECT FROM ${table}`)).rowCount ?? 0;
  const countRows = async (table: string) => (await countAll(table)) - (before.get(table) ?? 0);
  beforeEach(async () => {
    for (const table of TABLES) before.set(table, await countAll(table));
  });
  const expectNothingStored = async () => {
    expect(await sender.count('emails')).to.equal(0);
    for (const table of TABLES) expect(await countRows(table), table).to.equal(0);
  };

  it('is taken with a group in To, or with Bcc alone, and sent to the recipients of the envelope', async () => {
    const group = await send('To: Friends: bo@customer.dev, Cy <cy@customer.dev>;', 'Hello', {
      to: ['cy@customer.dev', 'bo@customer.dev', 'di@customer.dev'],
    });
    expect(await recordOf(group)).to.deep.include({
      to: ['Cy <cy@customer.dev>', 'bo@customer.dev'],
      bcc: ['di@customer.dev'],
    });
    const hidden = await recordOf(await send('Bcc: bo@customer.dev, ed@customer.dev'));
    expect(hidden).to.deep.include({ to: [], bcc: ['bo@customer.dev'], headers: {} });
  });

  it('is refused with From in a group', async () => {
    const reply = await submission.sendRaw(
      sender.token,
      `From: Friends: ana@${sender.domain.name};\r\n\r\nHello`,
    );
    expect(reply).to.match(/^550 5\.1\.7 /);
    await expectNothingStored();
  });

  it('is taken with NUL in its header and text, which the record leaves out', async () => {
    const record = await recordOf(
      await send(
        'Subject: a\0b\r\nX-Odd: a\0b\r\nMessage-ID: <a\0b@acme.dev>\r\nContent-Type: multipart/mixed; boundary=b',
        '--b\r\n\r\nHel\0lo\r\n--b\r\nContent-Type: image/png; name="a\0b.png"\r\n\r\nx\0y\r\n--b--',
      ),
    );
    expect(JSON.stringify(record)).not.to.include('\\u0000');
    const dialogue = await submission.logIn(sender.token);
    await dialogue.say('MAIL FROM:<>');
    expect(await dialogue.say('RCPT TO:<b\0o@customer.dev>')).to.match(/^501 /);
    expect(await dialogue.say('RCPT TO:<bo@customer.dev>')).to.match(/^250 /);
    dialogue.vanish();
  });

  it('is refused with a bare CR or LF, and the end of the connection', async () => {
    for (const smuggled of ['\n.\nMAIL FROM:<evil@remote.dev>', '\r.\rRSET', '\n.\r\nRSET', '\r\n.\nRSET']) {
      const dialogue = await submission.logIn(sender.token);
      for (const line of ['MAIL FROM:<>', 'RCPT TO:<bo@customer.dev>', 'DATA']) await dialogue.say(line);
      await dialogue.write(`${from()}\r\n\r\nHello${smuggled}\r\n`);
      expect(await dialogue.say('.'), JSON.stringify(smuggled)).to.match(/^550 5\.5\.2 /);
      await dialogue.closed;
    }
    await expectNothingStored();
  });

  it('is kept as it came with 10,000 header fields, and refused when they are fields of the service', async () => {
    queuedId(await send('X-Field: value\r\n'.repeat(10_000).trimEnd()));
    expect(await countRows('email_kept_messages')).to.equal(1);
    const tags = 'X-Posthorn-Tag: a=b\r\n'.repeat(10_000).trimEnd();
    expect(await send(tags)).to.match(/^550 5\.7\.1 `X-Posthorn-Tag` must not come more than 75 times\./);
    expect(await sender.count('emails')).to.equal(1);
  });

  it('is kept as it came with parts 1,000 deep', async () => {
    const depths = Array.from({ length: 1_000 }, (_, depth) => depth);
    const opened = depths.map(
      (depth) => `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n\r\n`,
    );
    const reply = await send(
      'Content-Type: multipart/mixed; boundary=b0',
      `${opened.join('')}--b1000\r\n\r\nHello\r\n${depths.map((depth) => `--b${1_000 - depth}--\r\n`).join('')}`,
    );
    queuedId(reply);
    expect(await countRows('email_kept_messages')).to.equal(1);
    expect(await countRows('attachment_uploads')).to.equal(0);
  });

  it('is taken with 100 files of 40 MB together, and kept as it came with 101', async function () {
    this.timeout(60_000);
    const write = (files: number, bytes: number) => {
      const base64 = Buffer.alloc(bytes, 'x').toString('base64').replace(/.{76}/g, '$&\r\n');
      const head = 'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64';
      return `--b\r\n\r\nHello\r\n${`--b\r\n${head}\r\n\r\n${base64}\r\n`.repeat(files)}--b--`;
    };
    const type = 'Content-Type: multipart/mixed; boundary=b';
    const record = await recordOf(await send(type, write(100, 0.4 * MEGABYTE)));
    const { rows } = await app.pool.query(
      'SELECT sum(size)::integer AS size FROM email_attachments WHERE email_id = $1',
      [record.id],
    );
    expect([await countRows('email_attachments'), rows]).to.deep.equal([
      100,
      [{ size: 100 * Math.floor(0.4 * MEGABYTE) }],
    ]);
    expect(record.text.trim()).to.equal('Hello');
    queuedId(await send(type, write(101, 10)));
    expect([await countRows('email_attachments'), await countRows('email_kept_messages')]).to.deep.equal([
      100, 1,
    ]);
    expect(await countRows('attachment_uploads')).to.equal(0);
  });

  it('is refused with a line break or another control character in its idempotency key', async () => {
    for (const written of ['=?utf-8?q?a=0D=0Ab?=', '=?utf-8?q?a=0Ab?=', '=?utf-8?q?a=7Fb?='])
      expect(await send(`X-Posthorn-Idempotency-Key: ${written}`), written).to.match(
        /^550 5\.7\.1 The idempotency key must have 1 to 255 characters, and no control characters\./,
      );
    await expectNothingStored();
    const folded = await send('X-Posthorn-Idempotency-Key: a\r\n\tb');
    expect(queuedId(await send('X-Posthorn-Idempotency-Key: a\r\n\tb')), 'a folded one').to.equal(
      queuedId(folded),
    );
  });

  it('is taken of a key that may only send, and of one that is bound to its domain', async () => {
    const { accountId, domain } = sender;
    for (const fields of [{}, { domainId: domain.id }]) {
      const { token } = await createApiKey(app.pool, { accountId, permission: 'sending_access', ...fields });
      queuedId(await submission.sendRaw(token, `${from()}\r\n\r\nHello`, TO_BO));
    }
  });

  it('is taken after a login that was canceled or pipelined', async () => {
    const dialogue = await submission.open();
    await dialogue.say('AUTH PLAIN');
    expect(await dialogue.say('*')).to.match(/^501 /);
    await dialogue.write(
      `AUTH PLAIN ${plainLogin(sender.token)}\r\nMAIL FROM:<> AUTH=<ana@acme.dev>\r\nRCPT TO:<bo@customer.dev>\r\nDATA\r\n`,
    );
    for (const code of ['235', '250', '250', '354'])
      expect((await dialogue.reply()).slice(0, 3)).to.equal(code);
    queuedId(await dialogue.say(`${from()}\r\n\r\nHello\r\n.`));
    dialogue.vanish();
  });
});

describe('A client that is slow or one of very many', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app, { windowMs: 400, windowBytes: 100 });

  it('Gives up a message of which too little arrives, and keeps nothing of it.', async () => {
    const dialogue = await submission.logIn(sender.token);
    for (const line of ['MAIL FROM:<>', 'RCPT TO:<bo@customer.dev>', 'DATA']) await dialogue.say(line);
    await dialogue.write(`${'x'.repeat(98)}\r\n`.repeat(4_000));
    let isClosed = false;
    const closed = dialogue.closed.then(() => {
      isClosed = true;
    });
    while (!isClosed) {
      await dialogue.write('y');
      await delay(20);
    }
    await closed;
    expect(await dialogue.reply()).to.match(/^421 4\.4\.2 /);
    await eventually('the upload is discarded', async () => {
      const { rowCount } = await app.pool.query('SELECT FROM attachment_uploads');
      return rowCount === 0;
    });
    expect(await submission.metric('mail_submission_messages_total', { outcome: 'gone' })).to.equal(1);
    expect(await sender.count('emails')).to.equal(0);
  });

  it('Turns away the 51st connection of a network, and gives the 1,001st of all the place of one that is silent, on both ports together.', async () => {
    const { port, securePort } = submission.servers;
    const program = await submission.logIn(sender.token);
    const greet = async (address: string) => (await openSmtpDialogue(port, { from: address })).greeting;
    const greetSecurely = async (localAddress: string) => {
      const socket = connect({ port: securePort, host: '127.0.0.1', localAddress });
      const greeting = String(await once(connectTls({ socket, rejectUnauthorized: false }), 'data'));
      if (greeting.startsWith('421 ')) socket.destroy();
      return greeting;
    };
    const first = [greetSecurely('127.1.0.1'), ...Array.from({ length: 49 }, () => greet('127.1.0.1'))];
    expect(new Set((await Promise.all(first)).map((text) => text.slice(0, 4)))).to.deep.equal(
      new Set(['220 ']),
    );
    for (const turnedAway of [await greet('127.1.0.2'), await greetSecurely('127.1.0.3')])
      expect(turnedAway).to.match(/^421 4\.7\.0 /);
    const others = Array.from({ length: 949 }, (_, number) =>
      greet(`127.1.${1 + Math.floor(number / 50)}.1`),
    );
    expect(new Set((await Promise.all(others)).map((text) => text.slice(0, 4)))).to.deep.equal(
      new Set(['220 ']),
    );
    expect(submission.servers.connections()).to.equal(1_000);
    for (const taken of [await greet('127.2.0.1'), await greetSecurely('127.2.0.1')])
      expect(taken).to.match(/^220 /);
    expect(submission.servers.connections()).to.equal(1_000);
    for (const line of ['MAIL FROM:<>', 'RCPT TO:<bo@customer.dev>', 'DATA']) await program.say(line);
    queuedId(await program.say(`From: ana@${sender.domain.name}\r\n\r\nHello\r\n.`));
  });
});

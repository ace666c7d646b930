// The least that a program must do with a mail between the request and the server's 250, on Node: take the JSON in, store it in one
// INSERT with what has come at the same time, sign it (RSA-2048), and pass it on over a connection that stays open. It checks nothing,
// and what fails ends it. The distance to it is what all the rest of Posthorn costs (docs/performance.md#the-limit).
import { createPrivateKey, hash, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import pg from 'pg';
import { type LoadMail, SENDER_ADDRESS, SENDER_DOMAIN } from '../load/mail.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { INSERT, SELECTOR, SMTP_CONNECTIONS } from './variant.ts';

/** A mail that has its row. */
interface StoredMail extends LoadMail {
  id: string;
}

/** The contents of one request. */
interface Request {
  mails: StoredMail[];
  answer(): void;
}

type SendMail = (mail: StoredMail) => void;

const signAsync = promisify(sign);
const SIGNED = ['From', 'To', 'Subject', 'Date', 'Message-ID'];
const BASE64_LINE = /.{1,76}/g;

await serveParent(async () => {
  const database = new pg.Client(process.env['DATABASE_URL']);
  await database.connect();
  const store = createStore(database, await openSending(Number(process.env['SMTP_PORT'])));
  const server = createServer((request, response) => void readRequest(request, response).then(store));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    announcement: { port: (server.address() as AddressInfo).port },
    stop: () => process.exit(0),
  };
});

async function readRequest(request: IncomingMessage, response: ServerResponse): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as LoadMail | LoadMail[];
  const mails = (Array.isArray(body) ? body : [body]).map((mail) => ({ ...mail, id: randomUUID() }));
  const answer = Array.isArray(body) ? { data: mails.map(({ id }) => ({ id })) } : { id: mails[0]?.id };
  return { mails, answer: () => void response.end(JSON.stringify(answer)) };
}

/** One group is stored at a time; what comes in the meantime is the next one. */
function createStore(database: pg.Client, send: SendMail): (request: Request) => void {
  let waiting: Request[] = [];
  let isStoring = false;
  const storeAll = async () => {
    isStoring = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const mails = group.flatMap((request) => request.mails);
      const columns = (['id', 'from', 'to', 'subject', 'html'] as const).map((key) =>
        mails.map((mail) => mail[key]),
      );
      await database.query({ name: 'insert', text: INSERT, values: columns });
      for (const { answer } of group) answer();
      mails.forEach(send);
    }
    isStoring = false;
  };
  return (request) => {
    waiting.push(request);
    if (!isStoring) void storeAll();
  };
}

/** @param port 0: nothing is sent */
async function openSending(port: number): Promise<SendMail> {
  const key = createPrivateKey(process.env['DKIM_PRIVATE_KEY'] ?? '');
  const waiting: StoredMail[] = [];
  const idle: Socket[] = [];
  const next = async (socket: Socket) => {
    const mail = waiting.shift();
    if (!mail) return void idle.push(socket);
    const message = await signedMessage(mail, key);
    socket.once('data', () => {
      socket.once('data', () => void next(socket));
      socket.write(message);
    });
    socket.write(`MAIL FROM:<${SENDER_ADDRESS}>\r\nRCPT TO:<${mail.to}>\r\nDATA\r\n`);
  };
  for (let count = 0; port > 0 && count < SMTP_CONNECTIONS; count += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    await once(socket, 'data');
    socket.write(`EHLO ${SENDER_DOMAIN}\r\n`);
    await once(socket, 'data');
    idle.push(socket);
  }
  return (mail) => {
    waiting.push(mail);
    const socket = idle.pop();
    if (socket) void next(socket);
  };
}

/** With header and body as they are signed (RFC 6376 §3.4.1), and the final dot. */
async function signedMessage({ id, from, to, subject, html }: StoredMail, key: KeyObject): Promise<string> {
  const body = `${Buffer.from(html).toString('base64').match(BASE64_LINE)?.join('\r\n')}\r\n`;
  const header = `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: ${new Date().toUTCString()}\r\nMessage-ID: <${id}@${SENDER_DOMAIN}>\r\n`;
  const about =
    'MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n';
  const unsigned = `DKIM-Signature: v=1; a=rsa-sha256; d=${SENDER_DOMAIN}; s=${SELECTOR}; h=${SIGNED.join(':')}; bh=${hash('sha256', body, 'base64')}; b=`;
  const signature = await signAsync('sha256', Buffer.from(header + unsigned), key);
  return `${unsigned}${signature.toString('base64')}\r\n${header}${about}\r\n${body}.\r\n`;
}

// The load of the benchmark parses answers itself: an answer that it misreads would make the rates wrong.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { createRequestStencil } from '../../bench/load/http-client.ts';
import { type LoadConnection, openConnection } from '../../bench/load/http-connection.ts';
import { type MailKind, receiptTemplate } from '../../bench/load/mail-kind.ts';
import { BATCH, type LoadShape, SINGLE } from '../../bench/load/shape.ts';
import { compileTemplate } from '../../shared/mail/templates/compile.ts';
import { renderTemplate } from '../../shared/mail/templates/render.ts';
import { watchEnd } from '../support/time/signal.ts';

function makeRequests(shape: LoadShape, kind?: MailKind) {
  const headers = { authorization: 'Bearer x' };
  return createRequestStencil({ url: 'http://api.test:81', headers, shape, htmlBytes: 600, kind });
}

const EMPTY_SOURCE = { from: null, subject: null, replyTo: [], previewText: null, html: null, text: null };

/** The parsed content of a request of the load. */
function parse(request: Buffer) {
  const [head = '', body = ''] = request.toString().split('\r\n\r\n');
  return { lines: head.split('\r\n'), body, content: JSON.parse(body) };
}

describe('A request of the load', () => {
  it('is HTTP with the length of its body', () => {
    const { lines, body } = parse(makeRequests(SINGLE)(7));
    expect(lines).to.deep.equal([
      'POST /emails HTTP/1.1',
      'host: api.test:81',
      'authorization: Bearer x',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]);
  });

  it('has as many links as its kind, and the same bytes', () => {
    const htmlOf = (kind?: MailKind) => parse(makeRequests(SINGLE, kind)(7)).content;
    const all = htmlOf();
    const some = htmlOf({ isTracked: true, links: 1 });
    expect(all.html.match(/<a href=/g)).to.have.length.above(1);
    expect(some.html.match(/<a href=/g)).to.have.length(1);
    expect(some.html).to.have.length(all.html.length);
    expect(some.tracking).to.deep.equal({ opens: true, clicks: true });
    expect(all).not.to.have.property('tracking');
  });

  it('has the number of its mail everywhere, another one in each request', () => {
    const makeRequest = makeRequests(SINGLE);
    for (const number of [7, 12_345_678, 8]) {
      const digits = String(number).padStart(8, '0');
      const { content: mail } = parse(makeRequest(number));
      expect(mail.to).to.equal(`u${digits}-00@bench.local`);
      expect(mail.subject).to.equal(`Your receipt no. ${digits}`);
      expect(mail.html).to.include(`Receipt ${digits} for your order`);
      expect(mail.html).to.have.length(600);
    }
  });

  it('numbers the mails of a batch one after the other', () => {
    const makeRequest = makeRequests(BATCH);
    for (const first of [100, 300]) {
      const { lines, content: mails } = parse(makeRequest(first));
      expect(lines[0]).to.equal('POST /emails/batch HTTP/1.1');
      expect(mails).to.have.length(100);
      for (const [index, { to, subject, html }] of mails.entries()) {
        expect(to).to.equal(`u00000${first + index}-00@bench.local`);
        expect(subject).to.equal(`Your receipt no. 00000${first + index}`);
        expect(html).to.include(`Receipt 00000${first + index} for`);
      }
    }
  });

  it('has a topic, if asked for, and is a plain mail otherwise', () => {
    const { content: plain } = parse(makeRequests(SINGLE)(7));
    const { content: mail } = parse(makeRequests(SINGLE, { topicId: 'news' })(7));
    expect(mail).to.deep.equal({ ...plain, topic_id: 'news' });
  });

  it('has the ten values from which its template renders a plain mail', () => {
    for (const shape of [SINGLE, BATCH]) {
      const plain = [parse(makeRequests(shape)(7)).content].flat();
      const mails = [parse(makeRequests(shape, { template: 'receipt' })(7)).content].flat();
      const { variables, ...source } = receiptTemplate(600);
      expect(variables).to.have.length(10);
      const declared = variables.map((variable) => ({ ...variable, fallbackValue: null }));
      const compiled = compileTemplate({ ...EMPTY_SOURCE, ...source }, declared);
      for (const [index, { to, template }] of mails.entries()) {
        expect(template.id).to.equal('receipt');
        const fields = renderTemplate(compiled, { variables: template.variables, contact: undefined }, [
          'from',
          'subject',
          'html',
        ]);
        const { from, subject, html } = fields;
        expect({ from, to, subject, html }).to.deep.equal(plain[index]);
      }
    }
  });

  it('has an address for each recipient of a mail', () => {
    const { content: mail } = parse(makeRequests({ ...SINGLE, recipientsPerMail: 50 })(9));
    expect(mail.to).to.have.length(50);
    expect(new Set(mail.to)).to.have.property('size', 50);
    expect(mail.to[49]).to.equal('u00000009-49@bench.local');
  });
});

describe('A connection of the load', () => {
  let server: Server;
  let peer: Socket;
  let connection: LoadConnection;

  beforeEach(async () => {
    server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const opening = openConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    [[peer], connection] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, opening]);
  });

  afterEach(() => {
    connection.close();
    peer.destroy();
    server.close();
  });

  /** Posts, lets the server answer, and returns the resulting error. */
  async function failure(answer: (peer: Socket) => void): Promise<string> {
    const posted = connection.post(Buffer.from('POST')).then(
      () => 'none',
      ({ message }: Error) => message,
    );
    await once(peer, 'data');
    answer(peer);
    return await posted;
  }

  it('reads one answer after the other', async () => {
    for (const body of ['{}', '{"id":"1"}', '']) {
      const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      expect(await failure((socket) => socket.write(answer))).to.equal('none');
    }
  });

  it('reads an answer that comes byte by byte, and waits for its last byte', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\nDate: x\r\n\r\n{"id":"12"}';
    const posted = connection.post(Buffer.from('POST'));
    const answered = watchEnd(posted);
    for (const byte of answer.slice(0, -1)) await new Promise((sent) => peer.write(byte, sent));
    expect(answered.hasEnded).to.equal(false);
    peer.write(answer.slice(-1));
    await posted;
  });

  it('fails with the text of a refusal', async () => {
    const refusal = 'HTTP/1.1 422 Unprocessable\r\ncontent-length: 13\r\n\r\n{"name":"no"}';
    const message = await failure((socket) => socket.write(refusal));
    expect(message).to.include('422 Unprocessable: {"name":"no"}');
  });

  it('fails when the server sends more than one answer', async () => {
    const twice = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'.repeat(2);
    expect(await failure((socket) => socket.write(twice))).to.include('failed');
  });

  it('fails when the answer has no length', async () => {
    expect(await failure((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'))).to.include('no length');
  });

  it('fails when the server closes the connection, and at once when it is already closed', async () => {
    expect(await failure((socket) => socket.end())).to.include('closed');
    const late = await connection.post(Buffer.from('POST')).catch(({ message }: Error) => message);
    expect(late).to.include('closed');
  });
});

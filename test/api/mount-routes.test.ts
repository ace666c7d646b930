// How a route answers (api/mount-routes.ts): its first status, another of its statuses, and content other than JSON.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { Content, Reply } from '../../api/reply.ts';
import { useAccount } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { openSocket } from '../support/net/raw-http.ts';
import { eventually } from '../support/time/eventually.ts';
import { probeResource } from './probe.ts';

describe('A route', () => {
  let answer: () => unknown;
  const app = useApp({ resources: [probeResource(() => answer())] });
  const account = useAccount(app);
  const ask = () => account.api.get('/answering');

  it("answers an object with the first status of the operation's row", async () => {
    answer = () => ({ made: true });
    const { status, body } = await ask();
    expect({ status, body }).to.deep.equal({ status: 201, body: { made: true } });
  });

  it('answers with another status of the row when its handler says so', async () => {
    for (const statusCode of [200, 202]) {
      answer = () => new Reply(statusCode, { made: false });
      const { status, body } = await ask();
      expect({ status, body }).to.deep.equal({ status: statusCode, body: { made: false } });
    }
  });

  it('answers JSON that is already text unchanged', async () => {
    answer = () => new Reply(200, '{"a":  1}');
    const { text, headers } = await ask();
    expect(text).to.equal('{"a":  1}');
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
  });

  it('does not answer with a status that the row does not have', async () => {
    answer = () => new Reply(204, {});
    expectError(await ask(), 500, 'internal_server_error');
    expect(JSON.stringify(app.logLines)).to.include('does not have the status 204');
  });

  it('answers a text that is not JSON, as a file to save', async () => {
    answer = () => new Content('text/csv; charset=utf-8', 'a,b\n', 'Größe.csv');
    const { status, text, headers } = await ask();
    expect({ status, text }).to.deep.equal({ status: 201, text: 'a,b\n' });
    expect(headers).to.include({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': '4',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Gr__e.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.csv`,
    });
  });

  it('answers bytes and a stream of bytes', async () => {
    const bytes = Buffer.from([0, 255, 13, 10]);
    for (const data of [() => bytes, () => Readable.from([bytes.subarray(0, 1), bytes.subarray(1)])]) {
      answer = () => new Reply(200, new Content('application/octet-stream', data()));
      const { status, body } = await ask();
      expect({ status, body }).to.deep.equal({ status: 200, body: bytes });
    }
  });

  it('destroys the connection when the stream that it answers fails', async () => {
    answer = () => {
      const data = new Readable({ read() {} });
      data.push('a,b\n');
      setImmediate(() => data.destroy(new Error('The file is gone.')));
      return new Content('text/csv', data);
    };
    const failure = await ask().then(
      () => undefined,
      (error: Error) => error,
    );
    expect(failure?.message).to.match(/aborted|socket hang up/);
  });

  it('destroys the stream when the client disconnects, and logs no error', async () => {
    const data = new Readable({ read() {} });
    data.push('a,b\n');
    answer = () => new Content('text/csv', data);
    const before = app.logLines.length;
    const socket = await openSocket(app.port);
    socket.write(
      `GET /answering HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${account.token}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.destroy();
    await eventually('the stream is ended', async () => data.destroyed);
    const faults = app.logLines.slice(before).filter(({ msg }) => msg === 'a request failed');
    expect(faults).to.deep.equal([]);
  });

  it('answers not_found for a malformed id', async () => {
    const message = expectError(await account.api.get('/probe/none'), 404, 'not_found');
    expect(message).to.equal('Probe not found.');
  });
});

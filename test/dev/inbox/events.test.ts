// The stream of changes (server-sent events) that keeps the page of the local inbox live.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { expect } from 'chai';
import { useInbox } from './support/use-inbox.ts';

/** One event of a stream. */
interface StreamEvent {
  type: string;
  data: { id?: string; ids?: string[]; subject?: string };
}

describe('The local inbox, streaming changes', () => {
  const inbox = useInbox({ maxMessages: 2 });
  let leave: AbortController;
  beforeEach(() => {
    leave = new AbortController();
  });
  afterEach(() => leave.abort());
  const watch = async () => {
    const response = await fetch(`${inbox.inbox.url}/inbox/events`, { signal: leave.signal });
    expect(response.headers.get('content-type')).to.match(/^text\/event-stream/);
    return readEvents(response);
  };

  it('reports a message that arrived, with its summary', async () => {
    const next = await watch();
    await inbox.send({ subject: 'Two\nlines' });
    const event = await next();
    expect(event.type).to.equal('arrived');
    expect(event.data).to.deep.equal((await inbox.list())[0]);
  });

  it('reports a message that was deleted', async () => {
    await inbox.send({ subject: 'x' });
    const [message] = await inbox.list();
    const next = await watch();
    await inbox.http().delete(`/inbox/messages/${message?.id}`);
    expect(await next()).to.deep.equal({ type: 'deleted', data: { ids: [message?.id] } });
  });

  it('reports in one event that all messages were deleted', async () => {
    await inbox.send({ subject: 'one' });
    await inbox.send({ subject: 'two' });
    const ids = (await inbox.list()).map(({ id }) => id);
    const next = await watch();
    await inbox.http().delete('/inbox/messages');
    const { type, data } = await next();
    expect(type).to.equal('deleted');
    expect(data.ids).to.have.members(ids);
  });

  it('reports a message that was removed to make room for a newer one', async () => {
    await inbox.send({ subject: 'one' });
    const [oldest] = await inbox.list();
    await inbox.send({ subject: 'two' });
    const next = await watch();
    await inbox.send({ subject: 'three' });
    expect((await next()).type).to.equal('arrived');
    expect(await next()).to.deep.equal({ type: 'deleted', data: { ids: [oldest?.id] } });
  });

  it('notifies all clients', async () => {
    const first = await watch();
    const second = await watch();
    await inbox.send({ subject: 'x' });
    expect((await first()).data.subject).to.equal('x');
    expect((await second()).data.subject).to.equal('x');
  });

  it('disconnects a client that subscribes and does not read', async () => {
    const socket = connect(inbox.inbox.httpPort, '127.0.0.1');
    socket.pause();
    socket.write('GET /inbox/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const longSubject = `Subject: ${'x'.repeat(900_000)}\r\n\r\n`;
    // Far more than the buffers of the inbox and of the sockets hold.
    for (let number = 0; number < 20; number += 1) await inbox.sendRaw(longSubject);
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    socket.resume();
    await closed;
  });
});

/** Returns a function that waits for the next event. */
function readEvents(response: Response): () => Promise<StreamEvent> {
  // The web stream has the browser's type in one place and Node's in the other.
  const stream = Readable.fromWeb(response.body as ReadableStream);
  stream.on('error', () => undefined);
  const events = parseEvents(stream);
  return async () => {
    const { value, done } = await events.next();
    if (done) throw new Error('The stream ended.');
    return value;
  };
}

async function* parseEvents(stream: Readable): AsyncGenerator<StreamEvent> {
  let type = '';
  for await (const line of createInterface({ input: stream })) {
    if (line.startsWith('event: ')) type = line.slice('event: '.length);
    if (line.startsWith('data: ')) yield { type, data: JSON.parse(line.slice('data: '.length)) };
  }
}

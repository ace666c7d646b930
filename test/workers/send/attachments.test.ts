// Sending emails with attachments: files are streamed from the store and signed; hosted files are fetched first
// (docs/reference/attachments.md#hosted-files).

import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { ATTACHMENT_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { CHUNK_BYTES, createUploadStore } from '../../../shared/platform/storage/upload-store.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import type { NewAttachment } from '../../../shared/resources/messaging/emails/attachments/attachment.ts';
import type { EmailStatus } from '../../../shared/resources/messaging/emails/email.ts';
import { SEND_TIMES } from '../../../workers/runtime/send-times.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { type HttpServer, startHttpServer } from '../../support/net/http-server.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

describe('An email with attachments', () => {
  const sending = useSending();
  const servers: HttpServer[] = [];
  let job: SendJob;
  before(async () => {
    job = await sending.openJob();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  const fields = { contentType: 'application/pdf', contentId: null, disposition: 'attachment' as const };

  async function stored(filename: string, bytes: Buffer): Promise<NewAttachment> {
    const store = createUploadStore({ database: sending.pool, ids: createIds(sending.clock) });
    const writer = store.create();
    await writer.write(bytes);
    return { ...fields, filename, content: await writer.end(), path: null };
  }

  const hosted = (path: string, filename = 'hosted.pdf'): NewAttachment => ({
    ...fields,
    filename,
    content: null,
    path,
  });

  /** A file server that counts its requests. */
  async function serve(listener: RequestListener): Promise<{ url: string; asked: () => number }> {
    let asked = 0;
    const server = await startHttpServer((request, response) => {
      asked += 1;
      listener(request, response);
    });
    servers.push(server);
    return { url: `${server.url}/file`, asked: () => asked };
  }

  async function filesOf(message: SinkMessage | undefined): Promise<[string | undefined, Buffer][]> {
    const mail = await simpleParser(message?.raw ?? expect.fail('There is no message.'));
    return mail.attachments.map(({ filename, content }) => [filename, content]);
  }

  const send = async (status: EmailStatus, ...attachments: NewAttachment[]) =>
    await sending.sendUntil(status, { attachments }, job);

  async function expectFailed(words: string, ...attachments: NewAttachment[]): Promise<void> {
    const { id, events } = await send('failed', ...attachments);
    expect(events.map(({ type }) => type)).to.deep.equal(['failed']);
    expect((await sending.recipient(id)).smtp_reply)
      .to.include(words)
      .and.not.to.include('127.0.0.1:');
    expect(sending.sink.count()).to.equal(0);
    const { rowCount } = await sending.pool.query('SELECT FROM attachment_uploads');
    expect(rowCount).to.equal(0);
  }

  it('Delivers every file unchanged to each recipient, in a signed message.', async () => {
    const files: [string, Buffer][] = [
      ['empty.pdf', Buffer.alloc(0)],
      ['Grüße.pdf', randomBytes(2 * CHUNK_BYTES + 100)],
      ['dots.txt', Buffer.from('.\r\n..\r\n')],
    ];
    const attachments = await Promise.all(files.map(([name, bytes]) => stored(name, bytes)));
    const id = await sending.accept({ attachments, to: mailboxes('bo@customer.dev', 'cy@customer.dev') });
    await job.run(id);
    for (const message of await sending.sink.waitFor(2)) {
      const arrived = await filesOf(message);
      expect(arrived.map(([name]) => name)).to.deep.equal(files.map(([name]) => name));
      for (const [index, [, bytes]] of files.entries())
        expect(arrived[index]?.[1].equals(bytes), files[index]?.[0]).to.equal(true);
      expect(await sending.verify(message)).to.equal('pass');
    }
    await sending.whenStatus(id, 'delivered');
    const sizes = sending.sink.commands.flatMap((line) => / SIZE=(\d+)/.exec(line)?.[1] ?? []).map(Number);
    expect(sizes).to.deep.equal(sending.sink.messages.map(({ raw }) => raw.length));
  });

  it('Shows a file within the html where the html refers to it by `cid:` and its content_id.', async () => {
    const image = { ...(await stored('logo.png', Buffer.from('png'))), contentType: 'image/png' };
    const shown = (contentId: string) => ({ ...image, contentId, disposition: 'inline' as const });
    const id = await sending.accept({
      // The reference to `late` is the first one that does not count.
      html: `<img src="cid:logo">${'cid:other '.repeat(9_998)}<img src="cid:last"><img src="cid:late">`,
      attachments: [
        shown('logo'),
        shown('unused'),
        shown('last'),
        shown('late'),
        await stored('terms.pdf', Buffer.from('pdf')),
      ],
    });
    await job.run(id);
    const [message] = await sending.sink.waitFor(1);
    const mail = await simpleParser(message?.raw ?? '', { keepCidLinks: true });
    expect(mail.attachments.map(({ filename, cid, related }) => [filename, cid, related])).to.deep.equal([
      ['logo.png', 'logo', true],
      ['logo.png', 'last', true],
      ['logo.png', 'unused', undefined],
      ['logo.png', 'late', undefined],
      ['terms.pdf', undefined, undefined],
    ]);
  });

  it('is delayed, and not sent in part, when a stored file is not complete', async () => {
    const attachment = await stored('a.pdf', randomBytes(2 * CHUNK_BYTES));
    const id = await sending.accept({ attachments: [attachment] });
    const uploaded = attachment.content?.id;
    await sending.pool.query('DELETE FROM attachment_chunks WHERE id = $1 AND number = 1', [uploaded]);
    await job.run(id);
    await sending.whenStatus(id, 'delivery_delayed');
    expect(sending.sink.count()).to.equal(0);
  });

  it('Follows redirects of a path, and fetches it up to three times while the failure may be temporary.', async () => {
    let failures = 1;
    const files = await serve((request, response) => {
      if (failures-- > 0) response.writeHead(503).end();
      else if (request.url === '/file') response.writeHead(302, { location: '/moved' }).end();
      else response.end('moved');
    });
    await send('delivered', hosted(files.url));
    expect(String((await filesOf(sending.sink.messages[0]))[0]?.[1])).to.equal('moved');
    const failing = await serve((_request, response) => response.writeHead(503).end());
    await send('failed', hosted(failing.url));
    expect(failing.asked()).to.equal(3);
  });

  describe('a hosted file', () => {
    it('Fetches a path when the email is sent, once for all recipients and attempts.', async () => {
      const bytes = randomBytes(CHUNK_BYTES + 1);
      const files = await serve((_request, response) => response.end(bytes));
      sending.refuse('451 4.3.0 Later', { times: 2 });
      const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
      const id = await sending.accept({ to, attachments: [hosted(files.url)] });
      await job.run(id);
      await eventually('both recipients are delayed', async () =>
        (await sending.recipients(id)).every(({ state }) => state === 'delivery_delayed'),
      );
      await sending.tick(2 * 60_000);
      await job.run(id);
      await sending.whenStatus(id, 'delivered');
      for (const message of await sending.sink.waitFor(2)) {
        const [[name, content] = ['', Buffer.alloc(0)]] = await filesOf(message);
        expect([name, content.equals(bytes)]).to.deep.equal(['hosted.pdf', true]);
      }
      expect(files.asked()).to.equal(1);
    });

    it('Fails the email when a path leads to an address outside the public internet, and sends no request there.', async () => {
      const files = await serve((_request, response) => response.end('secret'));
      const careful = await sending.openJob({ config: { outboundReach: 'public' } });
      await sending.sendUntil('failed', { attachments: [hosted(files.url)] }, careful);
      expect(files.asked()).to.equal(0);
    });

    it('Fails the email when a path has not answered within 10 seconds.', async () => {
      const files = await serve(() => {});
      const hasty = await sending.openJob({ times: { fetchMs: 2_000 } });
      const { id } = await sending.sendUntil('failed', { attachments: [hosted(files.url)] }, hasty);
      expect((await sending.recipient(id)).smtp_reply).to.include('did not answer within');
      expect(files.asked()).to.equal(1);
      expect(SEND_TIMES.fetchMs).to.equal(10_000);
    });

    it('Fails the email as soon as a path announces more than 25 MiB.', async () => {
      const files = await serve((_request, response) =>
        response.writeHead(200, { 'content-length': ATTACHMENT_MAX_BYTES + 1 }).write('begins'),
      );
      await expectFailed(`more than ${ATTACHMENT_MAX_BYTES} bytes`, hosted(files.url));
    });
  });

  describe('a hosted file that cannot be used', () => {
    it('Fails the email without another attempt when a path is refused, and names the file in the reason.', async () => {
      const files = await serve((_request, response) => response.writeHead(404).end('no'));
      await expectFailed('terms.pdf', hosted(files.url, 'terms.pdf'));
      expect(files.asked()).to.equal(1);
      await expectFailed('a.pdf', hosted('http://127.0.0.1:1/', 'a.pdf'));
    });

    it('Fails the email when a path answers with more than 25 MiB or redirects more than three times.', async () => {
      const piece = Buffer.alloc(1024 * 1024);
      const large = await serve((_request, response) => {
        response.on('error', () => {});
        const write = () => {
          while (response.writable && response.write(piece));
        };
        response.on('drain', write);
        write();
      });
      const circle = await serve((_request, response) =>
        response.writeHead(302, { location: '/file' }).end(),
      );
      await expectFailed(`more than ${ATTACHMENT_MAX_BYTES} bytes`, hosted(large.url));
      await expectFailed('redirects', hosted(circle.url));
      expect(circle.asked()).to.equal(1 + 3);
    });

    it('Fails the email when fetched and uploaded files are larger than 40 MiB together.', async () => {
      const files = await serve((_request, response) => response.end(Buffer.alloc(ATTACHMENT_MAX_BYTES)));
      const given = await stored('a.bin', Buffer.alloc(15 * 1024 * 1024 + 1));
      await expectFailed('40 MB', hosted(files.url), given);
    });
  });
});

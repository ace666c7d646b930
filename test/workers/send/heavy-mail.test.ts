// The concurrency limit of heavy mail: it shares the process fairly between accounts, and with all other mail.

import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { CONTENT_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { createHeavyMail, type HeavyTurn } from '../../../workers/send/heavy-mail.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { type HttpServer, startHttpServer } from '../../support/net/http-server.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const LIMITS = { active: 4, activeBytes: 100, waiting: 6, waitingOfAccount: 4 };
/** Waits until all pending callbacks have run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('The turns of heavy mail', () => {
  /** Enters mails, named by the letter of their account and a number; `entered` has those that got a turn. */
  function open(limits = LIMITS) {
    const heavy = createHeavyMail(limits, () => 0);
    const entered: string[] = [];
    const turns = new Map<string, HeavyTurn>();
    const enter = (name: string, bytes = 1) =>
      heavy.enter(name.slice(0, 1), bytes).then((given) => {
        if ('end' in given) entered.push(name);
        turns.set(name, given);
      });
    const end = (name: string) => {
      const given = turns.get(name);
      if (given && 'end' in given) given.end();
    };
    const waitOf = (name: string) => {
      const given = turns.get(name);
      return given && 'waitMs' in given ? given.waitMs : undefined;
    };
    return { heavy, entered, enter, end, waitOf };
  }

  it('reserve a quarter for other accounts than one', async () => {
    const { entered, enter, end } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void enter(name);
    await turn();
    expect(entered).to.deep.equal(['a1', 'a2', 'a3', 'b1']);
    end('a1');
    await turn();
    expect(entered.at(-1)).to.equal('a4');
  });

  it('rotate among the accounts that wait (round robin)', async () => {
    const { entered, enter, end } = open({ ...LIMITS, active: 1 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void enter(name);
    for (const name of ['a1', 'a2', 'b1', 'c1']) {
      await turn();
      end(name);
    }
    await turn();
    expect(entered).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('limit the total bytes, but admit one larger mail', async () => {
    const { entered, enter, end } = open();
    void enter('a1', 1_000);
    void enter('b1', 1);
    await turn();
    expect(entered).to.deep.equal(['a1']);
    end('a1');
    await turn();
    expect(entered).to.deep.equal(['a1', 'b1']);
  });

  it('send away mails beyond the limit of waiting ones, for longer the more there are, for at most a minute and a half', async () => {
    const { enter, waitOf } = open({ ...LIMITS, active: 1 });
    for (let mail = 0; mail < 2_000; mail += 1) void enter(`a${mail}`);
    await turn();
    expect([4, 5, 6, 104, 1_999].map((mail) => waitOf(`a${mail}`))).to.deep.equal([
      undefined,
      2_000,
      2_100,
      11_900,
      60_000,
    ]);
  });

  it('send away all mails at a stop, without a wait', async () => {
    const { heavy, entered, enter, waitOf } = open({ ...LIMITS, active: 1 });
    for (const name of ['a1', 'a2']) void enter(name);
    heavy.close();
    await enter('a3');
    expect(entered).to.deep.equal(['a1']);
    expect([waitOf('a2'), waitOf('a3')]).to.deep.equal([0, 0]);
  });
});

describe('A heavy email', () => {
  const sending = useSending();
  let server: HttpServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** A file host that does not answer until the test lets it. */
  async function startSilentHost() {
    const asked: ServerResponse[] = [];
    let isSilent = true;
    server = await startHttpServer((_request, response) => {
      if (isSilent) asked.push(response);
      else response.end('file');
    });
    return {
      url: `${server.url}/file`,
      speak() {
        isSilent = false;
        for (const response of asked.splice(0)) response.end('file');
      },
    };
  }

  /** Recipients that wait in the database for their next turn, without an attempt. */
  async function countReleased(ids: readonly string[]): Promise<number> {
    const { rowCount } = await sending.pool.query(
      `SELECT FROM email_recipients WHERE email_id = ANY($1) AND claimed_by IS NULL AND attempts = 0
         AND next_attempt_at > $2`,
      [ids, sending.clock.now()],
    );
    return rowCount ?? 0;
  }

  /** Wakes the rows that are due by then. @returns whether all emails are delivered */
  async function sendRest(job: SendJob, ids: readonly string[]): Promise<boolean> {
    await sending.tick(100_000);
    await job.run(...ids);
    const { rowCount } = await sending.pool.query(
      `SELECT FROM emails WHERE id = ANY($1) AND status <> 'delivered'`,
      [ids],
    );
    return rowCount === 0;
  }

  it('Delivers html and text of 10 MiB completely and signed to each recipient.', async () => {
    const html = `<p>${randomBytes(CONTENT_MAX_BYTES / 4)
      .toString('hex')
      .replace(/.{300}/g, '$&\n.')}`;
    const text = 'ü\n'.repeat((CONTENT_MAX_BYTES - html.length) / 3);
    const job = await sending.openJob();
    const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
    const id = await sending.accept({ html, text, to });
    await job.run(id);
    for (const message of await sending.sink.waitFor(2)) {
      const mail = await simpleParser(message.raw, { skipTextToHtml: true, skipTextLinks: true });
      expect(String(mail.html).trim() === html.trim(), 'html').to.equal(true);
      expect(mail.text?.trim() === text.trim(), 'text').to.equal(true);
      expect(await sending.verify(message)).to.equal('pass');
    }
    await sending.whenStatus(id, 'delivered');
  });

  it('from a slow host delays no other mail, and costs no attempt when it is sent away', async () => {
    const host = await startSilentHost();
    const job = await sending.openJob({ config: { smtpMaxConnections: 2 } });
    const attachment = { filename: 'a.txt', contentType: 'text/plain', contentId: null };
    const hosted = { ...attachment, disposition: 'attachment' as const, content: null, path: host.url };
    const slow: string[] = [];
    for (let mail = 0; mail < 60; mail += 1) slow.push(await sending.accept({ attachments: [hosted] }));
    const quick = await sending.accept();
    await job.run(...slow);
    await job.run(quick);
    await sending.whenStatus(quick, 'delivered');
    expect(sending.sink.count()).to.equal(1);
    await eventually('most of it is released', async () => (await countReleased(slow)) > 30);
    host.speak();
    await eventually('all of it has arrived', () => sendRest(job, slow), 40_000);
    expect(sending.sink.count()).to.equal(1 + slow.length);
  });
});

// Seeded mutations of whole conversations of programs that submit mail: whatever they send, the service does not crash and
// has no fault of its own, answers 250 only for stored mail, and leaves no connection and no octets of what it refused.
import { expect } from 'chai';
import { converse, mutatedClients } from '../../../bench/receiving/mutated-clients.ts';
import { useSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { extent, SEED } from '../../support/extent.ts';
import { eventually } from '../../support/time/eventually.ts';
import { plainLogin, useSubmission } from '../support/use-submission.ts';

const MUTATIONS = extent('SUBMISSION_MUTATIONS', 400, 20_000);
const AT_ONCE = 100;

/** Lines of which most are of the message: a mutation may hit any of them. */
const conversationOf = (token: string, domain: string) => [
  'EHLO client.test\r\n',
  `AUTH PLAIN ${plainLogin(token)}\r\n`,
  'MAIL FROM:<a@acme.dev> BODY=8BITMIME SIZE=400\r\n',
  'RCPT TO:<bo@customer.dev>\r\n',
  'RCPT TO:<di@customer.dev>\r\n',
  'DATA\r\n',
  `From: Ana <ana@${domain}>\r\n`,
  'To: Friends: bo@customer.dev, "C\\"y" <cy@customer.dev>;\r\n',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n =?utf-8?b?4oKs?=\r\n',
  'Message-ID: <1@acme.dev>\r\n',
  'X-Posthorn-Tag: kind=order\r\n',
  'X-Ticket: 1\r\n',
  'Content-Type: multipart/mixed; boundary="b"\r\n\r\n',
  '--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\ntext\r\n',
  '--c\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>html\r\n--c--\r\n',
  "--b\r\nContent-Type: application/pdf; name*=utf-8''%C3%9C.pdf\r\n",
  'Content-Transfer-Encoding: base64\r\n\r\nQUJDREVG\r\n',
  '--b--\r\n',
  '.\r\n',
  'NOOP\r\n',
  'QUIT\r\n',
];

/** One network for each client: wrong keys stop the logins of a network. */
const addressOf = (number: number) => `127.${1 + (number >> 8)}.${number & 255}.1`;

describe('Mutated conversations of programs', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app, {
    trustsLoopback: true,
    maxBytes: 300_000,
    idleMs: 1_000,
    windowMs: 1_000,
    windowBytes: 1,
  });

  it('crash nothing, meet no fault of the service, and leave nothing but the mail that was answered 250', async function () {
    this.timeout(60_000 + 60 * MUTATIONS);
    const clients = mutatedClients(MUTATIONS, SEED, conversationOf(sender.token, sender.domain.name));
    const said: string[] = [];
    const keepSpeaking = async () => {
      for (let next = clients.pop(); next; next = clients.pop())
        said.push(await converse(submission.servers.port, next, addressOf(clients.length)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, keepSpeaking));
    await eventually('no connection is left', () => submission.servers.connections() === 0);
    await eventually(
      'nothing is in flight',
      async () => (await submission.metric('mail_submission_bytes_in_flight')) === 0,
    );
    const query = async (text: string) => (await app.pool.query(text)).rows;
    const count = (outcome: string) => submission.metric('mail_submission_messages_total', { outcome });
    const stored = new Set((await query('SELECT id FROM emails')).map(({ id }) => id));
    const queued = said.flatMap((text) => text.match(/(?<=^250 2\.0\.0 Queued as )\S+/gm) ?? []);
    expect(queued.filter((id) => !stored.has(id))).to.deep.equal([]);
    expect(queued).to.have.length.above(MUTATIONS / 10);
    expect(stored.size, 'as many as are answered, at most').to.be.within(1, await count('accepted'));
    expect(await count('failed')).to.equal(0);
    for (const outcome of ['refused', 'gone'] as const) expect(await count(outcome), outcome).to.be.above(0);
    expect(said.flatMap((text) => text.match(/^.*Temporary failure.*$/gm) ?? [])).to.deep.equal([]);
    expect(app.logLines.filter(({ level }) => Number(level) >= 50)).to.deep.equal([]);
    expect(await query('SELECT id FROM attachment_uploads')).to.deep.equal([]);
    const left = `SELECT id FROM attachment_chunks
      EXCEPT (SELECT stored_id FROM email_attachments UNION SELECT content_id FROM email_kept_messages)`;
    expect(await query(left)).to.deep.equal([]);
    expect(
      await submission.send(sender.token, {
        from: `ana@${sender.domain.name}`,
        to: 'bo@customer.dev',
        text: 'a',
      }),
    ).to.match(/^250 /);
  });
});

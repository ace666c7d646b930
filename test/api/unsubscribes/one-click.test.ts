// Unsubscribing with one click in the mail client, RFC 8058 (docs/reference/unsubscribes.md#one-click).
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createPerson } from './person.ts';

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const BOUNDARY = '---------------------------7d2f';
const MULTIPART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${BOUNDARY}--\r\n`;
const URLENCODED_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const AT_ONCE = 20;

describe('One click', () => {
  const app = useApp();
  const person = useEach(() => createPerson(app));
  const optedOut = ({ topicId }: { topicId: string }) => ({
    unsubscribed: null,
    choices: { [topicId]: 'opt_out by person' },
  });

  it('Unsubscribes with one click, urlencoded or multipart, without a key, a cookie or a User-Agent, and answers 200 without a redirect.', async () => {
    for (const [type, body] of [
      [URLENCODED_TYPE, ONE_CLICK],
      [MULTIPART_TYPE, MULTIPART],
    ] as const) {
      const other = await createPerson(app);
      const headers = { 'Content-Type': type, 'User-Agent': '' };
      const answer = await app.bare().post(other.unsubscribe).set(headers).redirects(0).send(body);
      expect([answer.status, answer.text], type).to.deep.equal([200, 'You are unsubscribed.\n']);
      expect(answer.headers).to.include({ 'cache-control': 'private, no-store' });
      expect(answer.headers).not.to.have.any.keys('set-cookie', 'location');
      expect(await other.decisions(), type).to.deep.equal(optedOut(other));
    }
  });

  it('Waits with the pages of an account that waits for a lock, and answers other accounts at the same time.', async () => {
    const other = await createPerson(app);
    const { token } = await createApiKey(app.pool);
    const blocker = await app.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM topics WHERE id = $1 FOR UPDATE', [person.topicId]);
    const clicks = Array.from({ length: AT_ONCE }, () => app.bare().post(person.unsubscribe).send(ONE_CLICK));
    const answers = Promise.all(clicks.map(async (click) => (await click).status));
    await eventually('a click waits for the lock', async () => {
      const { rowCount } = await app.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rowCount === 1;
    });
    await app.as(token).get('/templates').expect(200);
    await app.bare().get(other.unsubscribe).expect(200);
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(new Set(await answers)).to.deep.equal(new Set([200]));
    expect(await person.decisions()).to.deep.equal(optedOut(person));
  });

  it('Unsubscribes with one click from the topic of the email only, from everything if it has none.', async () => {
    await app.bare().post(person.unsubscribe).send(ONE_CLICK).expect(200);
    expect(await person.decisions()).to.deep.equal(optedOut(person));
    const { unsubscribe } = person.pathsOf({ topicId: null });
    await app.bare().post(unsubscribe).send(ONE_CLICK).expect(200);
    expect(await person.decisions()).to.deep.equal({ ...optedOut(person), unsubscribed: 'person' });
  });

  it('Takes a POST that is no form of the page for one click, whatever its body: empty, of another type, unreadable, or larger than 16 KB.', async () => {
    const notText = Buffer.from([0, 255, 254, 37, 37]);
    const bodies: [type: string | undefined, body: string | Buffer, encoding?: string][] = [
      [undefined, ''],
      [URLENCODED_TYPE, ''],
      [URLENCODED_TYPE, 'List-Unsubscribe=one-click'],
      // The field in place of a form, an unknown action, and a form of the other page.
      [URLENCODED_TYPE, `action=undo&${ONE_CLICK}`],
      [URLENCODED_TYPE, 'action=__proto__'],
      [URLENCODED_TYPE, 'action=save'],
      ['application/json', '{"action":"undo"'],
      ['multipart/form-data', MULTIPART.slice(0, 60)],
      ['application/octet-stream', notText],
      // Compressed data that is none.
      [URLENCODED_TYPE, 'action%ffundo', 'gzip'],
      [URLENCODED_TYPE, `action=undo&x=${'x'.repeat(20_000)}`],
      [MULTIPART_TYPE, 'x'.repeat(2_000_000)],
    ];
    for (const [type, body, encoding] of bodies) {
      const shown = `${type} ${encoding} ${body.slice(0, 60)}`;
      const other = await createPerson(app);
      const post = app.bare().post(other.unsubscribe);
      if (type) post.set('Content-Type', type);
      if (encoding) post.set('Content-Encoding', encoding);
      // Otherwise superagent would make JSON of a Buffer.
      const answer = await post.serialize((sent: unknown) => sent as string).send(body as string);
      expect([answer.status, answer.text], shown).to.deep.equal([200, 'You are unsubscribed.\n']);
      expect(await other.decisions(), shown).to.deep.equal(optedOut(other));
    }
  });

  it('Unsubscribes from everything with one click when the topic of the email was deleted.', async () => {
    await person.owner.api.delete(`/topics/${person.topicId}`).expect(200);
    await app.bare().post(person.unsubscribe).send(ONE_CLICK).expect(200);
    expect(await person.decisions()).to.deep.equal({ unsubscribed: 'person', choices: {} });
    expect(await person.counted()).to.deep.equal([1, 1]);
  });

  it('Changes nothing by a request that ended before its body was complete.', async () => {
    const lines = app.logLines.length;
    const socket = connect(app.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${person.unsubscribe} HTTP/1.1\r\nHost: x\r\nContent-Type: ${URLENCODED_TYPE}\r\nContent-Length: 26\r\n\r\nList-Unsub`,
    );
    socket.end();
    await once(socket.resume(), 'close');
    const [line] = await eventually('the request is over', () => {
      const written = app.logLines.slice(lines);
      return written.length > 0 && written;
    });
    expect(line).to.include({ path: '/unsubscribe/:token' });
    expect(await person.decisions()).to.deep.equal({ unsubscribed: null, choices: {} });
  });

  it('Unsubscribes once when the same click comes again or 20 times at once: one decision, one announcement, one count.', async () => {
    for (const [type, topicId] of [
      ['contact.topics.updated', person.topicId],
      ['contact.updated', null],
    ] as const) {
      const other = await createPerson(app, { owner: person.owner, address: `${type}@customer.dev` });
      await other.owner.add(other.target.address);
      const announced = await other.owner.listen('contact.*');
      const { unsubscribe } = other.pathsOf({ topicId });
      const click = () => app.bare().post(unsubscribe).send(ONE_CLICK);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, click));
      answers.push(await click());
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
      expect((await announced()).map((event) => event.type)).to.deep.equal([type]);
      expect((await other.counted())[1]).to.equal(1);
    }
    expect((await person.counted())[0]).to.equal(2);
  });
});

// The links of polls (docs/reference/polls.md#links).
import { expect } from 'chai';
import { TEST_POLL_ID } from '../../../shared/resources/messaging/polls/link.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { readPage } from '../unsubscribes/person.ts';
import { createVoter } from './voter.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('A link of a poll', () => {
  const app = useApp();
  const voter = useEach(() => createVoter(app));

  it('Takes votes by a link whose email and contact are removed, without a key, a cookie or a User-Agent.', async () => {
    const { id } = (await voter.owner.add(voter.voter.address)).body;
    await voter.owner.api.delete(`/contacts/${id}`).expect(200);
    await app.pool.query('DELETE FROM emails WHERE id = $1', [voter.voter.emailId]);
    await app.pool.query('DELETE FROM email_recipients WHERE email_id = $1', [voter.voter.emailId]);
    const path = `/api${voter.pathOf(2)}?utm_source=x`;
    const { status, headers } = await app.bare().get(path).set('User-Agent', '');
    expect([status, headers['set-cookie']]).to.deep.equal([200, undefined]);
    await app.bare().post(path).set('User-Agent', '').expect(200);
    expect(await voter.votes()).to.deep.equal({ 'bo@customer.dev': 2 });
    expect(await voter.owner.count('tracking_hits')).to.equal(0);
  });

  it('Answers 404 with a page for a link of a poll that was changed or cut, and for one of an unknown poll or of a poll of another account, and changes nothing.', async () => {
    const token = voter.pathOf(1).split('/')[2] ?? '';
    const changed = [...token].map((was, index) => {
      const other = BASE64URL[(BASE64URL.indexOf(was) + 1) % BASE64URL.length] ?? '';
      return `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
    });
    const stranger = await createAccount(app.pool);
    const theirs = await createPoll(app.pool, stranger.id);
    const foreign = [{ pollId: UNKNOWN_ID }, { accountId: stranger.id }, { pollId: theirs.id }].map(
      (changes) => voter.pathOf(1, changes).split('/')[2] ?? '',
    );
    // A token of another purpose is sealed with another key.
    const target = { ...voter.voter, topicId: null };
    const unsubscribe = app.deps.preferences.urlsOf(target).unsubscribe.split('/').at(-1) ?? '';
    const before = await contentsOf(app);
    for (const other of [
      ...changed,
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      '',
      unsubscribe,
      ...foreign,
    ])
      for (const method of ['get', 'post'] as const) {
        const { status, text, headers } = await app.bare()[method](`/poll/${other}`);
        expect([status, headers['content-type']], other).to.deep.equal([404, 'text/html; charset=utf-8']);
        expect(text).to.include('This link does not work');
      }
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Changes nothing by GET or HEAD of the page of a poll, nor by a browser that loads it ahead.', async () => {
    await voter.owner.listen('*');
    await voter.owner.add(voter.voter.address);
    const before = await contentsOf(app);
    const query = `?option=${voter.optionId(2)}`;
    for (const method of ['get', 'head'] as const)
      for (const suffix of ['', query]) {
        const ahead = { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch' };
        await app
          .bare()
          [method](voter.pathOf(1) + suffix)
          .set(ahead)
          .expect(200);
      }
    for (const method of ['put', 'delete', 'options', 'patch'] as const)
      await app.bare()[method](voter.pathOf(1)).expect(404);
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Says of a link in a test mail that it was a test, and takes no vote.', async () => {
    const path = voter.pathOf(1, { pollId: TEST_POLL_ID });
    for (const method of ['get', 'post'] as const)
      expect(readPage(await app.bare()[method](path))).to.include('This was a test');
    expect(await voter.owner.count('poll_votes')).to.equal(0);
  });

  it('Writes no token of a link of a poll to the process log or to the labels of metrics.', async () => {
    const token = voter.pathOf(1).split('/')[2] ?? '';
    const from = app.logLines.length;
    await app.bare().get(`/poll/${token}`);
    await app.bare().post(`/poll/${token}A`);
    await app.bare().get(`/old/poll/${token}`);
    expect(app.logLines.slice(from).map(({ path }) => path)).to.deep.equal([
      '/poll/:token',
      '/poll/:token',
      '/old/poll/[redacted]',
    ]);
    const metrics = await app.deps.metrics.registry.metrics();
    expect(metrics).to.include('route="/poll/:token"').and.not.include(token.slice(0, 20));
  });
});

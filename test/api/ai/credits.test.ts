// AI credits (docs/reference/ai.md#credits) and streams (docs/reference/ai.md#streams).

import { request as requestHttp } from 'node:http';
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { USER_AGENT, useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createSilence, type ModelReply, streamOf, useModelServer } from '../../support/net/model-server.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';
import { useModelAsker, WISH } from './asker.ts';
import { ANSWER } from './specimen.ts';

const GENERATE = '/templates/generate';
const GOOD = JSON.stringify(ANSWER);

describe('AI credits', () => {
  const model = useModelServer();
  const app = useApp({ config: () => ({ ai: model.settings }) });
  const asker = useModelAsker(app, { planId: 'free' });
  beforeEach(() => {
    model.say(ANSWER);
    app.clock.set(new Date('2026-11-20T12:34:56.789Z'));
  });
  /** Uses credits of the limit of 100. */
  const spend = async (credits: number) => {
    const values = [asker.accountId, new Date('2026-11-20T10:00:00Z'), credits];
    await app.pool.query('INSERT INTO ai_usage VALUES ($1, $2, $3)', values);
    await app.pool.query(`INSERT INTO ai_usage_totals VALUES ($1, '2026-10-21T12:00:00Z', $2)`, [
      asker.accountId,
      credits,
    ]);
  };
  /** While it works, contacts cannot be read. */
  const withLockedContacts = async (work: (isWaitedFor: () => Promise<boolean>) => Promise<void>) => {
    const client = await app.pool.connect();
    await client.query('BEGIN; LOCK TABLE contacts');
    const waiting = `SELECT FROM pg_locks WHERE relation = 'contacts'::regclass AND NOT granted`;
    try {
      await work(async () => (await client.query(waiting)).rowCount !== 0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };
  /** A request whose connection the test ends. */
  const begin = (headers: Record<string, string> = {}, path = GENERATE, body: object = WISH) => {
    const sent = requestHttp(`${app.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${asker.token}`,
        'user-agent': USER_AGENT,
        ...headers,
        'content-type': 'application/json',
      },
    });
    sent.on('error', () => {});
    sent.end(JSON.stringify(body));
    return sent;
  };
  it('Charges a credit for each suggestion, which counts until the first full hour after 30 days.', async () => {
    await asker.suggested(GENERATE, WISH);
    app.clock.advance(2 * HOUR_MS);
    await asker.suggested('/segments/suggest', { text: 'Everybody' });
    const creditsAt = async (time: string) => {
      app.clock.set(new Date(time));
      return (await asker.read('/usage')).ai_credits;
    };
    const first = '2026-12-20T13:00:00.000Z';
    const second = '2026-12-20T15:00:00.000Z';
    expect(await creditsAt('2026-12-20T12:59:59.999Z')).to.deep.equal({
      used: 2,
      limit: 100,
      next_increase_at: first,
    });
    expect(await creditsAt(first)).to.deep.equal({ used: 1, limit: 100, next_increase_at: second });
    expect(await creditsAt(second)).to.deep.equal({ used: 0, limit: 100, next_increase_at: null });
  });

  it('Rejects a request without a credit with ai_credits_exceeded 429 that says when there will be more, and asks nothing.', async () => {
    await spend(100);
    const message = expectError(await asker.post(GENERATE, WISH), 429, 'ai_credits_exceeded');
    expect(message).to.include('100').and.include('2026-12-20T11:00:00.000Z');
    app.clock.set(new Date('2026-12-20T11:00:00.000Z'));
    await asker.suggested(GENERATE, WISH);
    expect(model.questions).to.have.length(1);
  });

  it('Spends the last credit once, however many requests come at the same time.', async () => {
    await spend(99);
    const answers = await Promise.all(Array.from({ length: 50 }, () => asker.post(GENERATE, WISH)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, ...Array(49).fill(429)]);
    expect([model.questions.length, await asker.creditsUsed()]).to.deep.equal([1, 100]);
  });

  it('Gives a credit back to the hour that it was charged to.', async () => {
    model.say((response) => {
      app.clock.advance(2 * HOUR_MS);
      response.writeHead(500).end();
    });
    await asker.failed(GENERATE, WISH);
    const { rows } = await app.pool.query('SELECT credits FROM ai_usage WHERE account_id = $1', [
      asker.accountId,
    ]);
    expect([rows, await asker.creditsUsed()]).to.deep.equal([[{ credits: 0 }], 0]);
  });

  it('Asks the model at most four questions of an account at the same time; the others wait.', async () => {
    const all = createSignal();
    const go = createSignal();
    let now = 0;
    let most = 0;
    const slow: ModelReply = async (response, request) => {
      now += 1;
      most = Math.max(most, now);
      if (now === 4) all.give();
      await go.given;
      now -= 1;
      await streamOf(GOOD)(response, request);
    };
    model.say(slow);
    const answers = Array.from({ length: 20 }, () => asker.post(GENERATE, WISH).then(({ status }) => status));
    await all.given;
    go.give();
    expect([new Set(await Promise.all(answers)), most]).to.deep.equal([new Set([200]), 4]);
  });

  it('Ends the question to the model and gives the credit back when the client goes away before anything was answered.', async () => {
    const logged = app.logLines.length;
    const params = { name: 'call_operation', arguments: { operation: 'generateTemplate', body: WISH } };
    const byTool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    for (const [path, body] of Object.entries({ [GENERATE]: WISH, '/mcp': byTool })) {
      const silence = createSilence('{');
      model.say(silence.reply);
      const sent = begin({}, path, body);
      await silence.begun;
      expect(await asker.creditsUsed()).to.equal(1);
      sent.destroy();
      await silence.left;
      await eventually('the credit is back', async () => (await asker.creditsUsed()) === 0);
    }
    await withLockedContacts(async (isWaitedFor) => {
      model.say(ANSWER);
      const sent = begin({}, '/segments/suggest', { text: 'Everybody' });
      await eventually('contacts are counted', isWaitedFor);
      const before = app.logLines.length;
      sent.destroy();
      await eventually('its end is logged', () => app.logLines.length > before);
    });
    await eventually('the credit is back', async () => (await asker.creditsUsed()) === 0);
    expect(app.logLines.slice(logged).filter(({ level }) => level === 50)).to.deep.equal([]);
  });

  it('Keeps the credit of a client that goes away after text was streamed.', async () => {
    const silence = createSilence('{"subject"');
    model.say(silence.reply);
    const sent = begin({ accept: 'text/event-stream' });
    const streamed = createSignal();
    sent.on('response', (response) => response.once('data', streamed.give));
    await streamed.given;
    sent.destroy();
    await silence.left;
    await app.deps.background.settled();
    expect(await asker.creditsUsed()).to.equal(1);
  });

  it('Gives the credits of questions back that a stop of the service ends, and answers their clients.', async () => {
    const silence = createSilence('{');
    model.say(silence.reply);
    const answer = asker.failed(GENERATE, WISH);
    await silence.begun;
    await app.deps.model?.close();
    expect(await answer).to.include('Try again later');
    expect(await asker.creditsUsed()).to.equal(0);
  });
});

describe('A stream of a suggestion', () => {
  const model = useModelServer();
  const app = useApp({ config: () => ({ ai: model.settings }) });
  const asker = useModelAsker(app);
  const stream = async () => {
    const answer = await asker.api.post(GENERATE).set('Accept', 'text/event-stream').send(WISH);
    const events = answer.ok ? answer.text.split('\n\n').filter((event) => event !== '') : [];
    return {
      answer,
      events: events.map((event) => {
        const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        return { name, data: JSON.parse(data) };
      }),
    };
  };

  it('Streams what comes as events to a client that accepts text/event-stream: the text as it comes, and at the end the suggestion as it was checked.', async () => {
    model.say(ANSWER);
    const { answer, events } = await stream();
    expect(answer.headers['content-type']).to.match(/^text\/event-stream/);
    const text = events.filter(({ name }) => name === 'delta').map(({ data }) => data.text);
    expect([text.join(''), text.length > 3]).to.deep.equal([GOOD, true]);
    const { subjects: _, filter: __, ...template } = ANSWER;
    expect(events.at(-1)).to.deep.equal({
      name: 'suggestion',
      data: { object: 'template_suggestion', ...template },
    });
  });

  it('Streams an event restart with the reason when what came cannot be used, and an event error when nothing can.', async () => {
    model.say('prose', ANSWER);
    const names = ({ events }: Awaited<ReturnType<typeof stream>>) => [
      ...new Set(events.map(({ name }) => name)),
    ];
    const repaired = await stream();
    expect(names(repaired)).to.deep.equal(['delta', 'restart', 'suggestion']);
    expect(repaired.events.find(({ name }) => name === 'restart')?.data.reason).to.include('JSON');
    model.say('prose');
    const failed = await stream();
    expect(names(failed)).to.deep.equal(['delta', 'restart', 'error']);
    expect(failed.events.at(-1)?.data).to.include({ statusCode: 500, name: 'application_error' });
    expect(await asker.creditsUsed()).to.equal(1);
  });

  it('Answers what fails before anything has come as any other error, not as a stream.', async () => {
    model.say((response) => void response.writeHead(429).end());
    expectError((await stream()).answer, 500, 'application_error');
  });
});

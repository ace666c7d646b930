// Where providers say what became of mail (docs/reference/service.md#feedback-of-providers): what is taken, refused and stored.
import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createRecipientTokens } from '../../../shared/mail/feedback/recipient-tokens.ts';
import { feedbackPathOf } from '../../../shared/resources/messaging/provider-feedback/feedback-path.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { extent, SEED } from '../../support/extent.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { createAccount, createEmail } from '../../support/factories/factories.ts';
import { createProvider, postmarkEvent } from '../../support/factories/provider-factories.ts';
import { createRandom, pick } from '../../support/random.ts';
import { eventually } from '../../support/time/eventually.ts';
import { mutate } from '../support/mutate.ts';
import { useGatedApp } from '../tracking/gated-app.ts';

const KEY = 'signing-key-of-the-test';
const OLD_KEYS = ['an older secret key of the installation'] as const;
const DAY_S = 86_400;
const MEGABYTE = 1024 * 1024;
const MUTATIONS = extent('FEEDBACK_MUTATIONS', 400, 10_000);

describe('POST /feedback/<provider>/<secret>', () => {
  const app = useApp({ config: { secretKeys: [...TEST_SECRET_KEYS, ...OLD_KEYS] } });
  const gated = useGatedApp(app);
  const tokens = createRecipientTokens(TEST_SECRET_KEYS);
  const paths: Record<string, string> = {};
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(app.pool)).id;
    const kinds = [
      ['post', { kind: 'postmark' }],
      ['gun', { kind: 'mailgun', feedbackKey: KEY }],
      ['keyless', { kind: 'mailgun' }],
      ['plain', { kind: 'generic' }],
      ['straight', { kind: 'direct' }],
    ] as const;
    for (const [name, fields] of kinds)
      paths[name] = feedbackPathOf(await createProvider(app.pool, name, fields), TEST_SECRET_KEYS);
  });
  beforeEach(() => app.pool.query('TRUNCATE provider_feedback'));

  const createToken = async (): Promise<string> => {
    const { recipients } = await createEmail(app.pool, accountId, { status: 'sent' });
    return tokens.tokenOf(recipients[0]?.id ?? '');
  };
  const post = (path: string | undefined, body: unknown, type = 'application/json') =>
    app
      .bare()
      .post(path ?? '')
      .set({ 'User-Agent': '', 'Content-Type': type })
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const stored = async () =>
    (await app.pool.query('SELECT * FROM provider_feedback ORDER BY id')).rows as Record<string, unknown>[];
  const counted = async (labels: Record<string, string>) => {
    const { values } = await app.deps.metrics.reports.get();
    const isOf = ({ labels: own }: (typeof values)[number]) =>
      Object.entries(labels).every(([name, value]) => own[name as 'kind'] === value);
    return values.filter(isOf).reduce((sum, { value }) => sum + value, 0);
  };
  const mailgunBody = (timestampS: number, key = KEY) => {
    const signed = { timestamp: String(timestampS), token: 'abc' };
    const signature = createHmac('sha256', key)
      .update(signed.timestamp + signed.token)
      .digest('hex');
    return { signature: { ...signed, signature }, 'event-data': { id: 'one', event: 'opened' } };
  };
  const nowS = () => Math.floor(app.clock.now().getTime() / 1_000);

  it('Answers feedback with 200 once it is stored, with neither a key nor a User-Agent, in any content type.', async () => {
    const token = await createToken();
    for (const [number, type] of ['application/json', 'text/plain; charset=UTF-8', 'x'].entries()) {
      const answer = await post(paths['post'], postmarkEvent('Bounce', token, { number }), type);
      expect([answer.status, answer.text]).to.deep.equal([200, '{}']);
    }
    const rows = await stored();
    expect(rows).to.have.length(3);
    expect(rows[0]).to.deep.include({
      provider: 'post',
      account_id: accountId,
      result: 'bounced',
      type: 'Bounce/HardBounce',
      happened_at: new Date('2026-11-20T10:00:00Z'),
      created_at: app.clock.now(),
      effect: null,
      cause: {
        reason: 'unknown_mailbox',
        message: 'The server does not know this mailbox.',
        smtpCode: 550,
        smtpReply: '550 5.1.1 no such user',
        server: null,
      },
    });
    expect(rows[0]?.['woken_at']).to.be.instanceOf(Date);
    const said = app.pool.query(`SELECT FROM providers WHERE name = 'post' AND last_feedback_at = $1`, [
      app.clock.now(),
    ]);
    expect((await said).rowCount).to.equal(1);
  });

  it('Takes feedback at a path that was made with a key of SECRET_KEY_PREVIOUS.', async () => {
    const { rows } = await app.pool.query(`SELECT id, name FROM providers WHERE name = 'post'`);
    const path = feedbackPathOf(rows[0], OLD_KEYS);
    expect(path).not.to.equal(paths['post']);
    expect((await post(path, postmarkEvent('Delivery', await createToken()))).status).to.equal(200);
    expect(await stored()).to.have.length(1);
  });

  it('Answers a path of no provider, with another secret, of a kind without feedback and of another method with not_found 404, all alike.', async () => {
    const secret = paths['post']?.split('/').at(-1) ?? '';
    const others = [
      '/feedback',
      '/feedback/',
      `/feedback/none/${secret}`,
      `/feedback/gun/${secret}`,
      `/feedback/post/${secret.slice(1)}`,
      `/feedback/post/${secret}0`,
      `${paths['post']}/x`,
      '/feedback/post/%00',
      '/feedback/__proto__/x',
      paths['plain'],
      paths['straight'],
    ];
    const messages = new Set<string>();
    for (const path of others) messages.add(expectError(await post(path, '{'), 404, 'not_found'));
    for (const method of ['get', 'put', 'delete', 'options'] as const)
      messages.add(expectError(await app.bare()[method](paths['post'] ?? ''), 404, 'not_found'));
    expect(messages.size).to.equal(1);
    const logged = app.logLines.map((line) => JSON.stringify(line)).join();
    expect(logged).to.include('/feedback/:provider/:secret').and.not.include(secret);
  });

  it('Rejects feedback that is unsigned, wrongly signed, or signed more than seven days ago with 403, and stores nothing.', async () => {
    expect((await post(paths['gun'], mailgunBody(nowS()))).status).to.equal(200);
    const refused = [
      [paths['gun'], mailgunBody(nowS(), 'another key')],
      [paths['gun'], { 'event-data': { id: 'one', event: 'complained' } }],
      [paths['gun'], 'no JSON'],
      [paths['gun'], mailgunBody(nowS() - 30 * DAY_S)],
      [paths['keyless'], mailgunBody(nowS(), '')],
    ] as const;
    for (const [path, body] of refused) expectError(await post(path, body), 403, 'validation_error');
    expect(await stored()).to.deep.equal([]);
  });

  it('Rejects a body that is no feedback of the kind, or that is compressed, with validation_error 422.', async () => {
    for (const body of ['', 'null', '[]', '{"event":"bounce"}', '\u0000'])
      expectError(await post(paths['post'], body), 422, 'validation_error');
    const compressed = app
      .bare()
      .post(paths['post'] ?? '')
      .set('Content-Encoding', 'gzip');
    expectError(await compressed.send(gzipSync('{}')), 422, 'validation_error');
  });

  it('Rejects a body of more than 5 MB with validation_error 413.', async () => {
    const event = postmarkEvent('Delivery', await createToken());
    const sized = (bytes: number) => JSON.stringify({ ...event, filler: 'x'.repeat(bytes) });
    expect((await post(paths['post'], sized(5 * MEGABYTE - 1_000))).status).to.equal(200);
    for (const bytes of [5 * MEGABYTE, 10 * MEGABYTE])
      expectError(await post(paths['post'], sized(bytes)), 413, 'validation_error');
    expect(await stored()).to.have.length(1);
  });

  it('Stores an event that comes again once, also at the same time.', async () => {
    const one = await createToken();
    const two = await createToken();
    const events = [one, two].map((token) => postmarkEvent('Bounce', token));
    const answers = await Promise.all(
      [...events, ...events, ...events].map((event) => post(paths['post'], event)),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(6).fill(200));
    expect(await stored()).to.have.length(2);
  });

  it('Drops an event without a token of ours and one about a recipient that is not stored any more, and counts them.', async () => {
    const token = await createToken();
    const gone = tokens.tokenOf('01a22b3e-857c-7000-8000-0ee810f8c69f');
    const foreign = createRecipientTokens(['another installation']).tokenOf(
      '01a22b3e-857c-7000-8000-0ee810f8c69f',
    );
    const source = 'post';
    const forged = { source, purpose: 'provider', kind: 'bounced', effect: 'forged' };
    const unknown = { ...forged, effect: 'unknown' };
    const before = [await counted(forged), await counted(unknown)];
    for (const other of [token.slice(1), `${token}0`, foreign, 'bo@customer.dev', gone, undefined])
      expect((await post(paths['post'], postmarkEvent('Bounce', other))).status).to.equal(200);
    expect(await stored()).to.deep.equal([]);
    expect([await counted(forged), await counted(unknown)]).to.deep.equal([
      (before[0] ?? 0) + 4,
      (before[1] ?? 0) + 2,
    ]);
    const ignored = { ...forged, kind: 'unknown', effect: 'ignored' };
    await post(paths['post'], { RecordType: 'Open', Metadata: { posthorn: token } });
    expect([await counted(ignored), await stored()]).to.deep.equal([1, []]);
  });

  it('Answers every body, however malformed, with 200, 403 or 422, and stores nothing but what is about the recipient of its token.', async () => {
    const random = createRandom(SEED);
    const token = await createToken();
    const events = (['Bounce', 'Delivery', 'SpamComplaint', 'SubscriptionChange'] as const).map(
      (recordType) => postmarkEvent(recordType, token),
    );
    const statuses = new Set<number>();
    for (let sent = 0; sent < MUTATIONS; sent += 1) {
      const path = random() < 0.1 ? paths['gun'] : paths['post'];
      const body = JSON.stringify(mutate(pick(random, events), random)) ?? '';
      const cut = random() < 0.1 ? body.slice(0, Math.floor(random() * body.length)) : body;
      const { status } = await post(path, cut);
      expect(status, cut.slice(0, 1_000)).to.be.oneOf([200, 403, 422]);
      statuses.add(status);
    }
    expect(statuses.size).to.equal(3);
    const { rows } = await app.pool.query('SELECT DISTINCT recipient_id FROM provider_feedback');
    expect(rows).to.deep.equal([{ recipient_id: tokens.recipientOf(token) }]);
  });

  it('Answers 503 with Retry-After while the database is away, and takes the same feedback afterwards.', async () => {
    const event = JSON.stringify(postmarkEvent('Delivery', await createToken()));
    const postGated = () => gated.post(paths['post'] ?? '').send(event);
    expect((await postGated()).status).to.equal(200);
    await app.pool.query('TRUNCATE provider_feedback');
    gated.gate.shut();
    const answer = await postGated();
    expectError(answer, 503, 'application_error');
    expect(answer.headers['retry-after']).to.equal('30');
    gated.gate.open();
    await eventually('the feedback is taken', async () => (await postGated()).status === 200);
    expect(await stored()).to.have.length(1);
  });
});

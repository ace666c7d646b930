// How the dashboard says why an endpoint fails, what it missed and how bringing that back ended; what an answer of others
// looks like; and an event as a command that signs it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { describeSamplePayloads } from '../../api/openapi/sample-payloads.ts';
import { DESCRIBED_EVENTS, SAMPLE_PAYLOADS } from '../../dashboard/api/generated/sample-payloads.ts';
import type { WebhookItem } from '../../dashboard/api/generated/types.ts';
import { GROUPED_EVENTS } from '../../dashboard/resources/webhooks/event-types/grouped-events.ts';
import { subscribedWords } from '../../dashboard/resources/webhooks/event-types.ts';
import { signedCurl } from '../../dashboard/resources/webhooks/events/signed-curl.ts';
import { readableAnswer, summaryOf } from '../../dashboard/resources/webhooks/failure/answer-text.ts';
import { whyWords } from '../../dashboard/resources/webhooks/failure/failure-words.ts';
import { webhookRowBadge } from '../../dashboard/resources/webhooks/health-words.ts';
import { countsByHour, hourPoints } from '../../dashboard/resources/webhooks/hours.ts';
import {
  afterTestWords,
  endWords,
  failedFrom,
  foundWords,
  recoverLabel,
  replayRefetchDelay,
  underWayWords,
} from '../../dashboard/resources/webhooks/recover/recover-words.ts';
import { WEBHOOK_EVENT_TYPES } from '../../shared/contract/webhooks/values.ts';
import { verifies } from '../api/webhooks/verifies.ts';
import { startWebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { cpuMsOf } from '../support/time/cpu-time.ts';

/** At noon, in whatever zone the test runs. */
const NOW = new Date(2026, 10, 26, 12, 0);
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const health = (changes: Partial<WebhookItem['health']> = {}): WebhookItem['health'] => ({
  last_success_at: null,
  failing_since: null,
  failing_status: null,
  last_failed_event_id: null,
  delivered_24h: 0,
  failed_24h: 0,
  hours: [],
  ...changes,
});

describe('What an endpoint answers', () => {
  it('is read for what it is, whatever it is', () => {
    const kinds = (bodies: readonly (string | null)[]) => bodies.map((body) => readableAnswer(body).kind);
    expect(kinds([null, '', ' \n'])).to.deep.equal(['nothing', 'nothing', 'nothing']);
    expect(kinds(['{"a":1}', '[1]', 'ok', '{"a":', '2 < 3'])).to.deep.equal([
      'json',
      'json',
      'text',
      'text',
      'text',
    ]);
    expect(
      kinds(['<!DOCTYPE html><p>x', '  <html>', 'Oh <b>no</b></p>', '\ufffd\ufffdPNG\r\n\u001a\n']),
    ).to.deep.equal(['html', 'html', 'html', 'bytes']);
  });

  it('has the words of its HTML, without scripts, styles and what is hidden', () => {
    const page = `<!doctype html><head><title>502 Bad Gateway</title><style>p { color: red }</style></head>
      <body><script>alert("<p>")</script><h1>502 Bad Gateway</h1><!-- <p>secret</p> -->
      <p>nginx &amp; co&#46; &lt;b&gt; &#x1F600; &bogus; &#xD800;</p><script>never closed`;
    expect(readableAnswer(page).text).to.equal('502 Bad Gateway\nnginx & co. <b> 😀 &bogus; &#xD800;');
    expect(summaryOf(page)).to.equal('502 Bad Gateway');
  });

  it('shows what cannot be seen as its code, and turns no text around', () => {
    expect(readableAnswer('a\u0007b\u202ec and a long enough text').text).to.equal(
      'a\\u0007b\\u202ec and a long enough text',
    );
  });

  it('has a sentence that says what is wrong', () => {
    for (const [body, sentence] of [
      ['{"error":{"message":"relation orders does not exist."}}', 'relation orders does not exist'],
      ['{"errors":[{"detail":"No."}]}', 'No'],
      ['{"status":500}', undefined],
      ['"just text"', 'just text'],
      ['\n\n  Oh no \n at line 3', 'Oh no'],
      ['\ufffd\ufffd\u0000', undefined],
      [null, undefined],
    ] as const)
      expect(summaryOf(body), String(body)).to.equal(sentence);
    const long = summaryOf('word '.repeat(100));
    expect(long)
      .to.match(/^word .* word…$/)
      .and.have.length.at.most(161);
    expect(summaryOf('😀'.repeat(200))).to.equal(`${'😀'.repeat(160)}…`);
  });

  it('is read in one pass, up to 64 KiB of the worst', () => {
    for (const part of ['<', '<!--', '<script', '</p ', '&#', '&amp;', '{', '\ufffd', '<a b="'])
      expect(
        cpuMsOf(() => readableAnswer(`<html>${part.repeat(100_000)}`)),
        part,
      ).to.be.below(1_000);
    expect(readableAnswer('a'.repeat(100_000)).text).to.have.length(64 * 1024);
  });
});

describe('A failing endpoint in words', () => {
  const attempt = (
    http_status_code: number | null,
    response: string | null,
    error: string | null = null,
  ) => ({
    http_status_code,
    response,
    error,
  });
  const failing = health({ failing_since: ago(168), failing_status: 500 });

  it('says since when every request got what, and why', () => {
    const why = (of: ReturnType<typeof health>, last?: ReturnType<typeof attempt>) => whyWords(of, last, NOW);
    expect(why(failing, attempt(500, '{"error":"relation orders does not exist"}'))).to.equal(
      'Since 09:12 every request got 500: relation orders does not exist',
    );
    expect(why(failing)).to.equal('Since 09:12 every request got 500');
    expect(why({ ...failing, failing_status: 404 }, attempt(404, ''))).to.equal(
      'Since 09:12 every request got 404: nothing exists at this URL',
    );
    const mixed = { ...failing, failing_status: null };
    expect(why(mixed, attempt(null, null, 'The connection to `acme.dev` failed (ECONNREFUSED).'))).to.equal(
      'Since 09:12 every request has failed. The last one got no answer: The connection to acme.dev failed (ECONNREFUSED)',
    );
    expect(why(mixed, attempt(503, null))).to.equal(
      'Since 09:12 every request has failed. The last one got 503: it is not available',
    );
    expect(why(failing, attempt(502, null)), 'an attempt that is newer').to.equal(why(failing));
    expect(why(health())).to.equal(undefined);
  });

  it('is in a list as long as it has failed', () => {
    const look = (minutes: number) =>
      webhookRowBadge({ status: 'enabled', health: health({ failing_since: ago(minutes) }) }, NOW).label;
    expect([look(0), look(3), look(185), look(3 * 24 * 60)]).to.deep.equal([
      'failing',
      'failing for 3 min',
      'failing for 3 h',
      'failing for 3 d',
    ]);
    expect(webhookRowBadge({ status: 'enabled', health: health() }, NOW).label).to.equal('enabled');
  });
});

describe('The last day of a webhook', () => {
  it('has every hour, also when clocks change, and no two of the same name', () => {
    const back = new Date('2026-10-25T10:20:00Z');
    const hours = [
      { starts_at: '2026-10-25T00:00:00.000Z', delivered: 1, failed: 0 },
      { starts_at: '2026-10-25T01:00:00.000Z', delivered: 0, failed: 2 },
    ];
    const points = hourPoints(hours, back, 'Europe/Berlin');
    expect(points).to.have.length(25);
    expect(new Set(points.map(({ label }) => label)).size).to.equal(25);
    const tried = points.filter(({ values }) => values.delivered + values.failed > 0);
    expect(tried.map(({ axis, values }) => [axis, values])).to.deep.equal([
      ['02:00', { delivered: 1, failed: 0 }],
      ['02:00', { delivered: 0, failed: 2 }],
    ]);
    expect(tried.map(({ label }) => label)).to.deep.equal(['Sun 02:00 CEST', 'Sun 02:00 CET']);
    const forth = hourPoints([], new Date('2026-03-29T10:00:00Z'), 'Europe/Berlin');
    expect(forth.map(({ axis }) => axis))
      .to.include('01:00')
      .and.not.include('02:00');
    expect(countsByHour(hours, new Date('2026-10-27T10:20:00Z')).some(({ failed }) => failed > 0)).to.equal(
      false,
    );
  });
});

describe('Bringing back what an endpoint missed', () => {
  it('begins a little before the first failure, because an event occurs before it is posted', () => {
    const from = (changes: Partial<WebhookItem['health']>) => failedFrom(health(changes))?.toISOString();
    expect(from({ failing_since: '2026-10-25T00:30:59.999Z' })).to.equal('2026-10-25T00:29:00.000Z');
    const hours = [
      { starts_at: '2026-10-25T00:00:00.000Z', delivered: 1, failed: 0 },
      { starts_at: '2026-10-25T01:00:00.000Z', delivered: 0, failed: 2 },
    ];
    expect(from({ hours })).to.equal('2026-10-25T01:00:00.000Z');
    expect(from({})).to.equal(undefined);
  });

  it('says how many events there are, how far it has come and how it ended', () => {
    expect([0, 1, 1234, null].map(foundWords)).to.deep.equal([
      'All events since then were delivered, have not been attempted yet, or are being posted now.',
      '1 event since then was attempted but not delivered.',
      '1,234 events since then were attempted but not delivered.',
      'More than 1,000,000 events were not delivered since then.',
    ]);
    expect([undefined, null, 0, 1, 12].map(recoverLabel)).to.deep.equal([
      'Recover events',
      'Recover events',
      'Recover events',
      'Recover 1 event',
      'Recover 12 events',
    ]);
    const counts = (delivered: number, failed: number, waiting: number, total: number | null = null) => ({
      delivered,
      failed,
      waiting,
      total,
      status: 'undelivered' as const,
    });
    expect(underWayWords(counts(3, 1, 2), false)).to.equal('3 delivered, 1 failed again, 2 waiting');
    expect(underWayWords(counts(0, 0, 2), true)).to.equal('0 delivered, 2 held back, endpoint failing');
    const failing = health({ failing_since: ago(9) });
    expect(afterTestWords({ status: 'enabled', health: failing })).to.include('Recover the missed events');
    expect(afterTestWords({ status: 'disabled', health: failing })).to.include('Enable the webhook, then');
    expect(afterTestWords({ status: 'enabled', health: health() })).to.equal(undefined);
    for (const [end, words] of [
      [counts(12, 0, 0, 12), 'All 12 events were delivered.'],
      [counts(1, 0, 0, 1), 'The event was delivered.'],
      [counts(10, 2, 0, 12), '10 of 12 events were delivered. 2 events failed again.'],
      [counts(0, 3, 0), 'None of 3 events was delivered. 3 events failed again.'],
      [
        counts(1, 0, 2, 3),
        '1 of 3 events were delivered. The webhook was disabled: 2 events wait until it is enabled.',
      ],
      [
        counts(1, 0, 0, 2),
        '1 of 2 events were delivered. 1 event was skipped: a later recovery included them, or the webhook was disabled first.',
      ],
      [counts(0, 0, 0, 0), 'There was nothing left to recover.'],
      [{ ...counts(0, 1, 0), status: 'success' }, 'None of 1 event was delivered. 1 event failed.'],
    ] as const)
      expect(endWords(end)).to.equal(words);
  });
});

describe('A recovery that is under way', () => {
  it('is looked at again until it has ended, which no delivery says', () => {
    const look = (minutes: number, ended_at: string | null = null) =>
      replayRefetchDelay({ created_at: ago(minutes), ended_at }, NOW);
    expect([look(0), look(1), look(60), look(0, ago(0))]).to.deep.equal([2_000, 6_000, 60_000, undefined]);
  });
});

describe('The list of event types', () => {
  it('has every event once, with its meaning and the payload that a test posts', async () => {
    const hint = 'Run `npm run openapi` and commit the file.';
    const file = new URL('../../dashboard/api/generated/sample-payloads.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).to.equal(await describeSamplePayloads(), hint);
    expect(GROUPED_EVENTS.flatMap(({ types }) => types)).to.have.members([...WEBHOOK_EVENT_TYPES]);
    const emails = WEBHOOK_EVENT_TYPES.filter((type) => type.startsWith('email.')).length;
    expect(subscribedWords(['email.*', 'email.sent', 'poll.voted'])).to.equal(
      `${emails + 1} of ${WEBHOOK_EVENT_TYPES.length} events`,
    );
    expect(subscribedWords(['*'])).to.equal('All events');
    for (const type of WEBHOOK_EVENT_TYPES) {
      expect(SAMPLE_PAYLOADS[type].type).to.equal(type);
      const { summary, fields } = DESCRIBED_EVENTS[type];
      expect(summary).to.match(/^[A-Z].*[^.]$/);
      expect(fields).to.include.keys(Object.keys(SAMPLE_PAYLOADS[type].data));
    }
  });
});

describe('An event as curl', () => {
  it('is posted with both signatures of that moment, whatever is in it, and asks for the secret', async () => {
    const receiver = await startWebhookReceiver();
    const secret = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`;
    const payload = {
      id: 'a',
      data: { subject: `it's "$(id)" \\n \`id\` %s %% é 😀 !x`, text: 'y'.repeat(64 * 1024) },
    };
    const command = signedCurl({
      id: '0199d3a0-1',
      endpointUrl: `${receiver.url}?a=1&b='2'&c[0]={3`,
      payload,
    });
    const run = (environment: object) =>
      promisify(execFile)('bash', ['-c', command], { env: { PATH: process.env['PATH'], ...environment } });
    const failure = await run({}).catch((error) => error);
    expect(failure.stderr).to.contain('POSTHORN_WEBHOOK_SECRET');
    expect(receiver.requests).to.deep.equal([]);
    expect((await run({ POSTHORN_WEBHOOK_SECRET: secret })).stdout).to.contain('200 OK');
    await receiver.close();
    const [request] = receiver.requests;
    expect(verifies(request, secret)).to.equal(true);
    expect(verifies(request, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)).to.equal(false);
    expect(request?.body).to.equal(JSON.stringify(payload));
    expect(request?.path).to.equal("/hook?a=1&b='2'&c[0]={3");
  });
});

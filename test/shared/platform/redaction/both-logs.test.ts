// Redaction in the process log and in request logs: a secret is put into every place of a log entry, in every form and
// case, and searched for in the written log line and in the stored request body.
import { expect } from 'chai';
import fc from 'fast-check';
import { createLog, type Logger } from '../../../../shared/platform/log/log.ts';
import { redactText } from '../../../../shared/platform/redaction/redact-text.ts';
import { captureBody } from '../../../../shared/resources/foundation/logs/capture.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';

/** Logs something and returns the line of the process log. */
function lineOf(logWith: (log: Logger) => void): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  logWith(createLog({ level: 'trace', process: 'test', destination: { write } }));
  expect(JSON.parse(text)).to.include({ process: 'test' });
  return text;
}

/** Letters and digits of which any four in a row would be detected. */
const CORE = 'q7Zk9Xw2Vb5Nm8Rt4Jd6';
const KEY = CORE + CORE.slice(0, 12);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Texts with a recognizable shape, each of which contains the secret. */
const SHAPES: Record<string, string> = {
  'an API key': `ph_${KEY}`,
  'an API key, encoded': `ph%5F${KEY}`,
  'a signing secret': `whsec_${CORE}+/==`,
  'a bearer token': `Bearer ${CORE}`,
  'a bearer token in a URL': `Bearer%20${CORE}`,
  'a login of the scheme Basic': `Basic ${base64(`${CORE}:x`)}`,
  'a JSON Web Token': `eyJhbGciOiJIUzI1NiJ9.eyJ${CORE}.${CORE}`,
  'a URL with a login': `postgres://user:${CORE}@db.internal:5432/mail`,
  'a URL with a login that was not encoded': `smtp://user:p@${CORE}@mail.dev`,
  'a URL with a login within a URL': `/go?to=https%3A%2F%2Fuser%3A${CORE}%40db.dev`,
  'a link with a signature': `https://mail.dev/a?expires=1&signature=${CORE}`,
  'a link with a token': `/reset?user=1&reset_token=${CORE}#top`,
  'a link with a token within a link': `/go?to=https%3A%2F%2Fa.dev%3Ftoken%3D${CORE}%26b%3D1`,
  'a sealed link, part of which looks like a key': `https://mail.dev/view/${CORE}${CORE}ph_${KEY}-${CORE}${CORE}`,
  'a link with a key': `https://maps.dev/?key=${CORE}`,
  'a field of a form': `user%5Bpassword%5D=${CORE}&user[pwd]=${CORE}`,
  'a private key': `-----BEGIN RSA PRIVATE KEY-----\n${CORE}\n${CORE}\n-----END RSA PRIVATE KEY-----`,
  'a private key without its end': `-----BEGIN EC PRIVATE KEY-----\r\n${CORE}`,
  'a private key in a URL': `-----BEGIN+PRIVATE+KEY-----%0A${CORE}`,
  'a setting': `host=db password=${CORE} user=x`,
  'a setting in quotation marks': `SMTP_PASS="${CORE} ${CORE}"`,
  'a header': `X-Api-Key: ${CORE}`,
  'a header of several words': `Cookie: a=${CORE}; b=${CORE}`,
  'a login header of any scheme': `Proxy-Authorization: AWS4-HMAC-SHA256 ${CORE}`,
  JSON: `{"user":"x","totp":"${CORE}"}`,
  'JSON within JSON': JSON.stringify(`{"passwordHash":"${CORE}"}`),
  'an object as Node prints it': `{ user: 'x', private_key_pem: '${CORE}' }`,
  'a sentence': `Your password: ${CORE}.`,
};
/** Base64 and JSON Web Tokens are not valid in another case. */
const CASES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
];
const KEPT_CASE = new Set(['a login of the scheme Basic', 'a JSON Web Token', 'a signing secret']);
// biome-ignore format: a table.
const NAMES = [
  'pwd', 'pass', 'TOTP', 'passwordHash', 'private_key_pem', 'token-value', 'X-Api-Key', 'auth.secret',
];

/** Places of a log entry where a text may be. */
const PLACES: Record<string, (text: string) => unknown> = {
  'a field': (text) => ({ path: text }),
  'the name of a field': (text) => ({ [text]: 1 }),
  'a text around it': (text) => ({ reason: `before ${text} after` }),
  'a list': (text) => ({ list: ['x', [text]] }),
  'deep within': (text) => ({ a: [{ b: { c: { d: [{ e: text }] } } }] }),
};

/** Places that exist only in the process log. */
const LOGGED: Record<string, (text: string) => (log: Logger) => void> = {
  'the message': (text) => (log) => log.info(text),
  'a binding': (text) => (log) => log.child({ job: text }).warn('x'),
  'the message of an error': (text) => (log) => log.error({ err: new Error(text) }, 'x'),
  'the cause of an error': (text) => (log) =>
    log.error({ err: new Error('a', { cause: new Error('b', { cause: new Error(text) }) }) }, 'x'),
  'an error among several': (text) => (log) => log.error(new AggregateError([new Error(text)], 'x')),
  'a field of an error': (text) => (log) =>
    log.error({ err: Object.assign(new Error('x'), { detail: text }) }),
  'what was thrown and is no error': (text) => (log) => log.error({ err: text }, 'x'),
};

function expectGone(written: string, secret = CORE): void {
  const pieces = Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6));
  const left = pieces.filter((piece) => written.toLowerCase().includes(piece.toLowerCase()));
  expect(left, written).to.deep.equal([]);
  expect(written).to.include('[redacted]');
}

/** Everything that is written when the text is in each of the places. */
function writtenOf(text: string): string[] {
  const bodies = Object.values(PLACES).map((place) => place(text));
  return [
    redactText(text),
    ...bodies.map((body) => captureBody(body) ?? ''),
    ...bodies.map((body) => lineOf((log) => log.info(body, 'x'))),
    ...Object.values(LOGGED).map((logged) => lineOf(logged(text))),
  ];
}

describe('Both logs', () => {
  for (const [what, shape] of Object.entries(SHAPES)) {
    it(`contain nothing of ${what}, in any place and any case`, () => {
      const secret = what.includes('Basic') ? base64(`${CORE}:x`) : CORE;
      const cases = KEPT_CASE.has(what) ? [shape] : CASES.map((change) => change(shape));
      for (const written of cases.flatMap(writtenOf)) expectGone(written, secret);
    });
  }

  it('contain nothing of a field with the name of a secret, with any value and in any place', () => {
    const value = fc.constantFrom<unknown>(CORE, [CORE], { user: CORE }, [{ deep: { x: CORE } }]);
    const holding = fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...CASES), value)
      .map(([name, change, held]) => ({ [change(name)]: held }));
    const wrapped = fc.array(fc.constantFrom('a', 'list', 'err', 'detail'), { maxLength: 6 });
    fc.assert(
      fc.property(holding, wrapped, (secret, fields) => {
        const body = fields.reduce<object>(
          (inner, name) => (name === 'list' ? { list: [inner] } : { [name]: inner }),
          secret,
        );
        expectGone(captureBody(body) ?? '');
        expectGone(lineOf((log) => log.info(body)));
        expectGone(lineOf((log) => log.child(body).info('x')));
        expectGone(lineOf((log) => log.error({ err: Object.assign(new Error('x'), body) })));
      }),
      { seed: 8, numRuns: 200 },
    );
  });

  it('keep texts that contain no secret', () => {
    const text = {
      path: '/domains/9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e?limit=7&next_page_token=8',
      subject: 'Reset your password: 3 steps, and the bearer of bad news',
      reason: 'basic authentication failed for user "posthorn": bearer authentication is needed',
      note: 'Session: 2026-11-20 10:30. Cookies: none. pass: 3, fail: 0',
      html: '<a href="https://acme.dev/a?b=c&amp;d=e" style="color:red">token</a> ada@acme.dev',
      results: 'spf=pass dkim=none v=DMARC1; p=reject',
      prefix: 'ph_a1B2',
      idempotency_key: 'order-1',
      tokens_used: 7,
      has_password: true,
      pass_token: null,
    };
    expect(JSON.parse(captureBody(text) ?? '')).to.deep.equal(text);
    expect(JSON.parse(lineOf((log) => log.info(text, 'x')))).to.deep.include(text);
  });

  it('take less than quadratic time for hostile texts', () => {
    const length = 100_000;
    // biome-ignore format: a table.
    const parts = [
      'a=', 'token=', 'token:', '"token":"', 'token=,', '\\"', '%3d', '%3a%2f%2f', '//', '//a:', 'bearer ',
      'basic ', 'basic Ojo6', 'eyj.', 'eyJaaaaaaaa.', '-----begin ', '-----BEGIN A PRIVATE KEY-----', 'ph_',
      'whsec_', ';base64,', 'a-', 'a b', '[1]', 'cookie: ', ' ', '=',
    ];
    const cpuMs = cpuMsOf(() => {
      for (const part of parts) {
        const text = part.repeat(length / part.length);
        redactText(text);
        redactText(`password=${text}x`);
        redactText(`password="${text}`);
        redactText(`basic ${text}`);
      }
    });
    expect(cpuMs).to.be.below(5_000);
  });
});

// Redaction of the login in replies: a server echoes what it received, and nothing of the login is left, at any stage
// and in any form.
import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { redactLogin } from '../../../../../workers/transports/smtp/opening/login-echo.ts';
import type { FaultStage } from '../../../../support/smtp-sink/faults.ts';
import { cpuMsOf } from '../../../../support/time/cpu-time.ts';
import { goOn, makeMail, useRelay } from '../support/use-relay.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64Url = (text: string) => Buffer.from(text).toString('base64url');
const escapeAll = (text: string) =>
  Array.from(Buffer.from(text), (octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');
const fold = (text: string) => text.replace(/.{5}/gu, '$& ');

interface Login {
  user: string;
  pass: string;
}

/** Forms of the login that servers echo. */
const FORMS: Record<string, (login: Login) => string> = {
  'the password': ({ pass }) => pass,
  'the decoded line of AUTH PLAIN': ({ user, pass }) => `\0${user}\0${pass}`,
  'the line of AUTH PLAIN': ({ user, pass }) => `AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`,
  'that line with another identity': ({ user, pass }) => `AUTH PLAIN ${base64(`${user}\0${user}\0${pass}`)}`,
  'that line with an unknown identity': ({ user, pass }) => base64(`nobody\0${user}\0${pass}`),
  'the password of AUTH LOGIN': ({ pass }) => `"${base64(pass)}"`,
  'the line as a URL has it': ({ user, pass }) => encodeURIComponent(base64(`\0${user}\0${pass}`)),
  'the line in base64url': ({ user, pass }) => base64Url(`\0${user}\0${pass}`),
  'the password as a URL has it': ({ pass }) => `?pass=${encodeURIComponent(pass)}`,
  'the password as a form has it': ({ pass }) => new URLSearchParams({ pass }).toString(),
  'the password with each octet escaped': ({ pass }) => escapeAll(pass),
  'the password in a string of JSON': ({ pass }) => JSON.stringify(pass),
  'the first half of the line': ({ user, pass }) => {
    const line = base64(`\0${user}\0${pass}`);
    return line.slice(0, 8 + line.length / 2);
  },
  'the end of the line': ({ user, pass }) => base64(`\0${user}\0${pass}`).slice(-12),
};
const CHANGES: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  // Servers change only the case of ASCII.
  'in capitals': (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  'in small letters': (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  folded: fold,
  'in a sentence': (text) => `unrecognized command "${text}", go away`,
  twice: (text) => `${text}, ${text}.`,
};

/** All parts of a text that are long enough to be searched. */
const piecesOf = (text: string) => Array.from({ length: text.length - 4 }, (_, at) => text.slice(at, at + 5));

function expectNothingOf({ user, pass }: Login, words: string): void {
  const said = words.toLowerCase().replace(/[\s\\]/g, '');
  const secrets = [
    pass,
    encodeURIComponent(pass),
    base64(pass),
    base64(`\0${user}\0${pass}`),
    escapeAll(pass),
  ];
  const pieces = secrets.flatMap((secret) => piecesOf(secret.toLowerCase().replace(/[\s\\]/g, '')));
  expect(
    pieces.filter((piece) => said.includes(piece)),
    words,
  ).to.deep.equal([]);
  expect(words).to.include('[redacted]');
}

describe('A reply that echoes our login', () => {
  it('contains nothing of it, in whatever form it is echoed', () => {
    const letters = fc.string({ unit: 'grapheme', minLength: 10, maxLength: 30 });
    // White space and dots cannot be distinguished from other text.
    const text = letters.filter((letter) => new Set(letter.replace(/[^\p{L}\p{N}]/gu, '')).size > 7);
    const login = fc.record({ user: text, pass: text });
    fc.assert(
      fc.property(login, (made) => {
        const strikeOut = redactLogin(made);
        for (const form of Object.values(FORMS))
          for (const change of Object.values(CHANGES)) expectNothingOf(made, strikeOut(change(form(made))));
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it('contains no response to a challenge, as it was sent or decoded', () => {
    const login = { user: 'posthorn', pass: 'correct horse' };
    const digest = createHmac('md5', login.pass).update('<1@mail.test>').digest('hex');
    const strikeOut = redactLogin(login);
    const sent = base64(`posthorn ${digest}`);
    for (const echo of [`posthorn ${digest}`, sent, fold(sent), sent.toUpperCase()])
      expect(strikeOut(`no: ${echo} is wrong`))
        .to.match(/^no: .*\[redacted\](?: =)? is wrong$/)
        .and.have.length.below(40);
  });

  it('is unchanged where it contains nothing of the login', () => {
    const strikeOut = redactLogin({ user: 'apikey', pass: 'SG.a1B2c3D4e5F6' });
    for (const words of [
      '',
      'Ok: queued as 4ZfR2t0bQ9z1Xk',
      'authentication failed for user apikey: wrong name or password (100% sure)',
      'user=<apikey>, method=PLAIN, rip=2001:db8::1, TLS, session=<k3Jd8/Xw2Vb5Nm8Rt4Jd6AAA>',
      '<bounce+0199a1b2@mail.acme.dev>: Sender address rejected\\ 日本語',
    ])
      expect(strikeOut(words)).to.equal(words);
  });

  it('is searched in a time that does not grow quadratically', () => {
    const login = { user: 'posthorn', pass: 'correct horse' };
    const strikeOut = redactLogin(login);
    const parts = [base64(login.pass), `${base64(login.pass)} `, 'posthorn', login.pass, '%', 'a', '5.7.8 '];
    const cpuMs = cpuMsOf(() => {
      for (const part of parts) strikeOut(part.repeat(64_000 / part.length));
    });
    expect(cpuMs).to.be.below(2_000);
  });

  it('stays readable when the login is short', () => {
    for (const [user, pass] of [
      ['u', 'p'],
      ['me', 'pw'],
      ['app', 'a'],
      ['5', '535'],
      ['x', '...'],
      ['y', ' '],
    ] as const) {
      const strikeOut = redactLogin({ user, pass });
      const words = 'Cannot happen: app password is wrong, please up';
      expect(strikeOut(words)).to.equal(words);
      const line = base64(`\0${user}\0${pass}`);
      expect(strikeOut(`wrong: AUTH PLAIN ${line}!`)).to.equal('wrong: AUTH PLAIN [redacted]!');
    }
    expect(redactLogin({ user: 'u', pass: 'p' })(`u or p or ${base64('p')} is wrong`)).to.equal(
      'u or [redacted] or [redacted] is wrong',
    );
  });
});

describe('A server that echoes our login', () => {
  const auth = { user: 'us@er', pass: 'p:a/s s,wörd' };
  const line = base64(`\0${auth.user}\0${auth.pass}`);
  const bench = useRelay();

  for (const stage of [
    'greeting',
    'ehlo',
    'auth',
    'mail',
    'rcpt',
    'data',
    'after-data',
  ] as const satisfies FaultStage[]) {
    for (const code of [250, 421, 535, 999]) {
      it(`has its reply redacted: ${code} at ${stage}, on several lines`, async () => {
        const half = line.length / 2;
        const reply = [
          `${code}-5.7.8 AUTH PLAIN ${line.slice(0, half)}`,
          `${code}-5.7.8 ${line.slice(half)}`,
          `${code} 5.7.8 is not ${auth.pass}`,
        ].join('\r\n');
        const sink = await bench.sink({ auth, faults: [{ stage, kind: 'answer', reply }] });
        const relay = bench.relay(`${sink.url}?tls=off`);
        const heard = JSON.stringify([
          await relay.send(makeMail(), goOn),
          await relay.probe({ stage: 'data', from: 'a@example.test', to: 'b@example.test' }),
        ]);
        const pieces = [...piecesOf(line), ...piecesOf(auth.pass), line.slice(half - 2, half), 'wörd'];
        expect(
          pieces.filter((piece) => heard.includes(piece)),
          heard,
        ).to.deep.equal([]);
        const isRefused = code === 421 || code === 535;
        if (isRefused) expect(heard).to.match(/AUTH PLAIN \[redacted\] is not \[redacted\]/);
      });
    }
  }
});

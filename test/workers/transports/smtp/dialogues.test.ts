// What was said in an attempt, as the relay gives it with the delivery (workers/transports/smtp/transcript.ts).
import { expect } from 'chai';
import { freePort } from '../../../../dev/processes/ports.ts';
import { readDialogue, type ServerDialogue } from '../../../../shared/mail/smtp-dialogue.ts';
import { Transcript } from '../../../../workers/transports/smtp/transcript.ts';
import type { Delivery } from '../../../../workers/transports/transport.ts';
import { readTestCertificate } from '../../../support/smtp-sink/certificate.ts';
import { goOn, makeMail, useRelay } from './support/use-relay.ts';

/** The lines as `c DATA`, without those of one speaker where that is named. */
function said(part: ServerDialogue | undefined, without = ''): string[] {
  return (part?.lines ?? []).filter(([, who]) => who !== without).map(([, who, text]) => `${who} ${text}`);
}

function partsOf(delivery: Delivery): readonly ServerDialogue[] {
  return readDialogue(('dialogue' in delivery ? delivery.dialogue : undefined) ?? '');
}

const MAIL = [
  'c MAIL FROM:<bounce@example.test> SIZE=38',
  'c RCPT TO:<you@example.test>',
  'c DATA',
  's 250 2.1.0 ok',
  's 250 2.1.5 ok',
  's 354 go ahead',
  'c . (after 38 octets)',
  's 250 2.0.0 taken',
];

describe('The dialogue of an attempt', () => {
  const bench = useRelay();

  it('begins with what opened the connection, and says of the next mail how many were before', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    const startedAt = Date.now();
    const [first] = partsOf(await relay.send(makeMail(), goOn));
    const [second, ...others] = partsOf(await relay.send(makeMail(), goOn));
    expect(others).to.deep.equal([]);
    expect(said(first)).to.deep.equal([
      'x Connected.',
      's 220 sink.test ESMTP',
      'c EHLO client.test',
      's 250 sink.test PIPELINING 8BITMIME SMTPUTF8 ENHANCEDSTATUSCODES SIZE 52428800 DSN',
      ...MAIL,
    ]);
    expect(said(second)).to.deep.equal(MAIL);
    const common = { server: '127.0.0.1', address: null, source: null, tls: null };
    expect(first).to.deep.include({ ...common, mails_before: 0 });
    expect(second).to.deep.include({ ...common, mails_before: 1, opened_at: first?.opened_at });
    expect(Date.parse(first?.opened_at ?? '')).to.be.within(startedAt, Date.now());
    const times = first?.lines.map(([ms]) => ms) ?? [];
    expect(times).to.deep.equal([...times].sort((a, b) => a - b));
  });

  for (const [title, options, verified] of [
    ['verified', { certificateAuthority: readTestCertificate().cert }, true],
    ['not verified', {}, false],
  ] as const) {
    it(`has the TLS of the connection, ${title}, and no word of the login`, async () => {
      const auth = { user: 'us@er', pass: 'a-long-password' };
      const sink = await bench.sink({ auth, tls: 'starttls' });
      const url = `${sink.url.replace('127.0.0.1', 'localhost')}?tls=${verified ? 'required' : 'insecure'}`;
      const [part] = partsOf(await bench.relay(url, options).send(makeMail(), goOn));
      expect(part?.tls).to.deep.include({ version: 'TLSv1.3', verified });
      expect(part?.server).to.equal('localhost');
      const encrypted = `x TLSv1.3 with ${part?.tls?.cipher}; the certificate was ${title}.`;
      const lines = said(part);
      const at = lines.indexOf(encrypted);
      expect(lines[at - 2]).to.equal('c STARTTLS');
      expect(lines[at + 1]).to.equal('c EHLO client.test');
      expect(lines.filter((line) => line.startsWith('c AUTH'))).to.deep.equal(['c AUTH …']);
      const words = JSON.stringify(part);
      for (const secret of [auth.pass, auth.user, Buffer.from(auth.pass).toString('base64')])
        expect(words).not.to.include(secret);
    });
  }

  it('has no word of the login in the replies of a server that echoes it', async () => {
    const auth = { user: 'us@er', pass: 'a-long-password' };
    const echo = `250 ok ${auth.pass} ${Buffer.from(`\0${auth.user}\0${auth.pass}`).toString('base64')}`;
    const sink = await bench.sink({ auth, faults: [{ stage: 'mail', kind: 'answer', reply: echo }] });
    const [part] = partsOf(await bench.relay(`${sink.url}?tls=off`).send(makeMail(), goOn));
    expect(said(part).join())
      .to.include('s 250 ok')
      .and.not.match(/a-long-password|dXNAZXIAYS1sb25n/);
  });

  it('has a part for each server that was tried, also for one that could not be reached', async () => {
    const busy = await bench.sink({ faults: [{ stage: 'mail', kind: 'answer', reply: '421 4.3.2 busy' }] });
    const sink = await bench.sink();
    const relay = bench.relay(`smtp://127.0.0.1:${await freePort()},${busy.url},${sink.url}`);
    const [away, left, taken, ...others] = partsOf(await relay.send(makeMail(), goOn));
    expect(others).to.deep.equal([]);
    expect(away).to.include({ server: '127.0.0.1', address: null, source: null, tls: null });
    expect(said(away)).to.have.length(1);
    expect(said(away)[0]).to.match(/^x .*ECONNREFUSED/);
    expect(said(left).at(-1)).to.equal('s 421 4.3.2 busy');
    expect(said(taken).at(-1)).to.equal('s 250 2.0.0 taken');
  });

  it('says in words why a handshake failed, and how a connection ended', async () => {
    const sink = await bench.sink({ tls: 'starttls' });
    const [refused] = partsOf(await bench.relay(`${sink.url}?tls=required`).send(makeMail(), goOn));
    expect(said(refused).at(-1)).to.match(/^x .*self.signed/);
    const dropping = await bench.sink({ faults: [{ stage: 'rcpt', kind: 'drop', how: 'fin' }] });
    const [lost] = partsOf(await bench.relay(dropping.url).send(makeMail(), goOn));
    expect(said(lost).at(-1)).to.equal('x The server closed the connection.');
    const plain = await bench.sink();
    const mail = { ...makeMail(), requiresTls: true };
    const [clear] = partsOf(await bench.relay(plain.url).send(mail, goOn));
    expect(said(clear).at(-1)).to.match(/^x The connection to the server is not encrypted/);
  });

  it('has what was said over a connection that was lost before the mail, and over the next one', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    await relay.send(makeMail(), goOn);
    sink.setFault({ stage: 'mail', kind: 'drop', how: 'fin', times: 1 });
    const [lost, fresh] = partsOf(await relay.send(makeMail(), goOn));
    expect(lost?.mails_before).to.equal(1);
    expect(said(lost).at(-1)).to.equal('x The server closed the connection.');
    expect(fresh?.mails_before).to.equal(0);
    expect(said(fresh).slice(-MAIL.length)).to.deep.equal(MAIL);
  });

  it('belongs to its mail: RSET, QUIT and the end of the connection are in none', async () => {
    const sink = await bench.sink({ faults: [{ stage: 'rcpt', kind: 'answer', reply: '550 5.1.1 no' }] });
    const relay = bench.relay(sink.url);
    const parts = [];
    for (let mail = 0; mail < 2; mail += 1) parts.push(...partsOf(await relay.send(makeMail(), goOn)));
    await relay.close();
    expect(sink.commands).to.include.members(['RSET', 'QUIT']);
    for (const part of parts) {
      const commands = said(part, 's').filter((line) => line.startsWith('c'));
      expect(commands.slice(-3)).to.deep.equal(MAIL.slice(0, 3));
    }
  });

  it('is bounded: 500 characters a line, 60 lines, no NUL and no half of a character', () => {
    const transcript = new Transcript({ host: 'mx.example.com' });
    transcript.begin(0);
    transcript.note(`a\0b`);
    transcript.hear({ code: 250, text: `${'x'.repeat(495)}😀` });
    for (let line = 0; line < 100; line += 1) transcript.say('NOOP');
    const [{ lines } = { lines: [] }] = readDialogue(transcript.end());
    expect(lines).to.have.length(60);
    expect(lines[0]?.[2]).to.equal('ab');
    expect(lines[1]?.[2]).to.equal(`250 ${'x'.repeat(495)}\uFFFD`);
    transcript.say('QUIT');
    expect(lines).to.have.length(60);
  });
});

// STARTTLS: what the certificate is, and that nothing of before the handshake counts after it.
import { X509Certificate } from 'node:crypto';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createLog } from '../../../shared/platform/log/log.ts';
import { loadCertificate } from '../../../smtp/server/certificate.ts';
import { failureOf } from '../../support/failure-of.ts';
import { startTestInbound, TEST_CERTIFICATE, type TestInbound, useInbound } from '../support/use-inbound.ts';

/** The certificate of a new connection. */
async function certificateOf(inbound: TestInbound): Promise<X509Certificate | undefined> {
  const dialogue = await inbound.open();
  await dialogue.say('EHLO client.test');
  await dialogue.say('STARTTLS');
  const certificate = (await dialogue.secure()).getPeerX509Certificate();
  dialogue.vanish();
  return certificate;
}

describe('STARTTLS', () => {
  const inbound = useInbound();

  it('secures a message, which says so', async () => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO before.test');
    expect(await dialogue.say('STARTTLS')).to.match(/^220 /);
    await dialogue.secure();
    expect(await dialogue.say('MAIL FROM:<>'), 'the name of before is forgotten').to.match(/^503 /);
    expect(await dialogue.sayAll('EHLO after.test')).not.to.include('STARTTLS');
    for (const line of ['MAIL FROM:<> SMTPUTF8', 'RCPT TO:<a@ours.test>', 'DATA']) await dialogue.say(line);
    expect(await dialogue.say('a: b\r\n.')).to.match(/^250 /);
    expect(inbound.reception.stored[0]?.content.toString()).to.match(
      /^Received: from after\.test \(\[127\.0\.0\.1\]\)\r\n\tby mail\.host\.test with UTF8SMTPS id /,
    );
    dialogue.vanish();
  });

  it('executes no command that was pipelined before the handshake', async () => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO client.test');
    const injected = ['EHLO evil.test', 'MAIL FROM:<evil@remote.test>', 'RCPT TO:<a@ours.test>'];
    // More than the library executes in one turn of the event loop.
    await dialogue.write(['RSET', 'STARTTLS', ...injected, ...Array(500).fill('NOOP'), ''].join('\r\n'));
    expect(await dialogue.reply()).to.match(/^250 /);
    expect(await dialogue.reply(), 'both replies have left before TLS begins').to.match(/^220 /);
    await dialogue.secure();
    expect(await dialogue.say('RSET')).to.match(/^250 /);
    expect(await dialogue.say('DATA')).to.match(/^503 5\.5\.1 Error: send HELO/);
    expect(inbound.reception.judged).to.deep.equal([]);
    dialogue.vanish();
  });

  it('speaks no version of TLS before 1.2', async () => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO client.test');
    await dialogue.say('STARTTLS');
    const failure = await failureOf(
      dialogue.secure({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    );
    expect(failure).to.be.instanceOf(Error);
    await dialogue.closed;
  });
});

describe('The certificate of an SMTP server', () => {
  const log = createLog({ level: 'silent', process: 'test' });
  let directory = '';
  const files = () => ({
    certFile: path.join(directory, 'cert.pem'),
    keyFile: path.join(directory, 'key.pem'),
  });

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-certificate-'));
    await copyFile(TEST_CERTIFICATE.certFile, files().certFile);
    await copyFile(TEST_CERTIFICATE.keyFile, files().keyFile);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('is made for MAIL_HOSTNAME where there are no files, with a key of its own', async () => {
    const options = { hostname: 'mail.host.test', log };
    const made = [await loadCertificate(undefined, options), await loadCertificate(undefined, options)];
    const [first, second] = made.map(({ present }) => new X509Certificate(present.cert));
    expect([first?.checkHost('mail.host.test'), first?.subject]).to.deep.equal([
      'mail.host.test',
      'CN=mail.host.test',
    ]);
    expect(first?.publicKey.equals(second?.publicKey as never)).to.equal(false);
    expect(Date.parse(first?.validTo ?? '')).to.be.above(Date.now());
    const inbound = await startTestInbound({ settings: { certificate: undefined } });
    expect((await certificateOf(inbound))?.subject).to.equal('CN=mail.host.test');
    await inbound.server.stop();
  });

  it('is read again when its files have changed, and the one of before is kept while they are unusable', async () => {
    const inbound = await startTestInbound({ settings: { certificate: files() } });
    const before = await certificateOf(inbound);
    await writeFile(files().certFile, 'half of a cert');
    expect((await certificateOf(inbound))?.fingerprint256).to.equal(before?.fingerprint256);
    await copyFile(TEST_CERTIFICATE.certFile.replace('.pem', '-other-name.pem'), files().certFile);
    const after = await certificateOf(inbound);
    expect(after?.fingerprint256).not.to.equal(before?.fingerprint256);
    expect(after?.subject).to.include('other.test');
    await rm(files().keyFile);
    expect((await certificateOf(inbound))?.fingerprint256).to.equal(after?.fingerprint256);
    await inbound.server.stop();
  });

  it('must be valid when the process starts', async () => {
    await writeFile(files().keyFile, 'no key');
    const failure = await failureOf(loadCertificate(files(), { hostname: 'mail.host.test', log }));
    expect(failure).to.include({ name: 'ConfigError' });
    expect((failure as Error).message).to.match(/^Configuration: the certificate \S+ is unusable: .*\.$/);
  });
});

import { expect } from 'chai';
import { readTestCertificate } from '../../../../support/smtp-sink/certificate.ts';
import { goOn, makeMail, useRelay } from '../support/use-relay.ts';

describe('The relay and TLS', () => {
  const bench = useRelay();
  const certificateAuthority = readTestCertificate().cert;

  for (const tls of ['starttls', 'implicit'] as const) {
    it(`is encrypted with ${tls} and a trusted certificate`, async () => {
      const sink = await bench.sink({ tls });
      const relay = bench.relay(`${sink.url}?tls=required`, { certificateAuthority });
      expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
      expect(sink.messages[0]?.tls).to.equal(true);
    });

    it(`refuses a self-signed certificate with ${tls}, and sends nothing`, async () => {
      const sink = await bench.sink({ tls });
      const delivery = await bench.relay(`${sink.url}?tls=required`).send(makeMail(), goOn);
      expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls' });
      expect(delivery).to.have.property('reason').that.includes('self-signed certificate');
      expect(sink.commands.join()).not.to.include('MAIL');
    });

    it(`accepts a self-signed certificate with ${tls} and tls=insecure`, async () => {
      const sink = await bench.sink({ tls });
      const relay = bench.relay(`${sink.url}?tls=insecure`);
      expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
      expect(sink.messages[0]?.tls).to.equal(true);
    });
  }

  it('is not used without encryption for a mail that requires it, and sends nothing', async () => {
    const plain = await bench.sink();
    const encrypted = await bench.sink({ tls: 'starttls' });
    const mail = { ...makeMail(), requiresTls: true };
    const delivery = await bench.relay(plain.url).send(mail, goOn);
    expect(delivery).to.deep.include({ kind: 'refused', stage: 'mail', server: '127.0.0.1' });
    expect(plain.commands.join()).not.to.include('MAIL');
    expect((await bench.relay(`${encrypted.url}?tls=insecure`).send(mail, goOn)).kind).to.equal('accepted');
    const failover = bench.relay(`${plain.url},${encrypted.url}?tls=insecure`);
    expect((await failover.send(mail, goOn)).kind).to.equal('accepted');
  });

  it('refuses a certificate for another name, and sends nothing', async () => {
    const sink = await bench.sink({ tls: 'starttls', certificate: 'other.test' });
    const authority = readTestCertificate('other.test').cert;
    const relay = bench.relay(`${sink.url}?tls=required`, { certificateAuthority: authority });
    const delivery = await relay.send(makeMail(), goOn);
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls' });
    expect(delivery).to.have.property('reason').that.includes("does not match certificate's altnames");
    expect(sink.commands.join()).not.to.include('MAIL');
  });

  for (const policy of ['required', 'insecure'] as const) {
    it(`sends nothing unencrypted with tls=${policy} to a server without STARTTLS`, async () => {
      const sink = await bench.sink();
      const delivery = await bench.relay(`${sink.url}?tls=${policy}`).send(makeMail(), goOn);
      expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls' });
      expect(sink.commands).to.deep.equal(['EHLO client.test', 'STARTTLS']);
    });
  }

  it('is encrypted with tls=opportunistic where STARTTLS is offered, with any certificate', async () => {
    const sink = await bench.sink({ tls: 'starttls' });
    expect((await bench.relay(sink.url).send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.messages[0]?.tls).to.equal(true);
  });

  it('is unencrypted with tls=opportunistic where STARTTLS is refused', async () => {
    const sink = await bench.sink({
      tls: 'starttls',
      faults: [{ stage: 'starttls', kind: 'answer', reply: '454 4.7.0 not now' }],
    });
    expect((await bench.relay(sink.url).send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.messages[0]?.tls).to.equal(false);
  });

  it('is unencrypted with tls=off although STARTTLS is offered', async () => {
    const sink = await bench.sink({ tls: 'starttls' });
    expect((await bench.relay(`${sink.url}?tls=off`).send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.messages[0]?.tls).to.equal(false);
  });

  it('sends many and long mails over TLS', async () => {
    const sink = await bench.sink({ tls: 'starttls' });
    const relay = bench.relay(sink.url);
    const mails = Array.from({ length: 20 }, (_, index) => makeMail(`${index}`.repeat(100_000)));
    await Promise.all(mails.map((mail) => relay.send(mail, goOn)));
    const sent = mails.map(({ raw }) => raw.toString()).sort();
    expect(sink.messages.map(({ raw }) => raw.toString()).sort()).to.deep.equal(sent);
  });
});

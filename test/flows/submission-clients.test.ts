// Flow test with real processes: the clients that programs send with give the same message to the process `submission`, each
// in its own form, and messages that must not change arrive to the octet.
import { expect } from 'chai';
import { freePort } from '../../dev/processes/ports.ts';
import { TEST_CERTIFICATE } from '../smtp/support/use-inbound.ts';
import { useDatabase } from '../support/database/database.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { failureOf } from '../support/failure-of.ts';
import { eventually } from '../support/time/eventually.ts';
import { type Product, prepareProduct } from './support/product.ts';
import { expectDkimToPass, readArrived } from './support/submission/arrived-mail.ts';
import { recipientsOf, SAMPLE, SENDER_DOMAIN } from './support/submission/sample.ts';
import {
  createMailSigner,
  type MailSigner,
  writeForward,
  writeInvitation,
} from './support/submission/signed-mail.ts';
import {
  nodemailerTransport,
  SUBMITTING_CLIENTS,
  type SubmissionAccess,
} from './support/submission/submitting-clients.ts';

/** Names of fields that the service adds to a message that it keeps. */
const OWN_FIELDS = ['X-Posthorn-Ref', 'DKIM-Signature', 'CFBL-Address', 'Feedback-ID'];

describe('Clients that submit mail', () => {
  const database = useDatabase();
  let product: Product;
  let access: SubmissionAccess;

  before(async () => {
    const { certFile, keyFile } = TEST_CERTIFICATE;
    const securePort = await freePort();
    product = await prepareProduct({
      databaseUrl: database.url,
      more: {
        SUBMISSIONS_PORT: String(securePort),
        SUBMISSION_TLS_CERT: certFile,
        SUBMISSION_TLS_KEY: keyFile,
      },
    });
    const { accountId, token: key } = await createApiKey(database.pool, { permission: 'sending_access' });
    await createDomain(database.pool, accountId, { name: SENDER_DOMAIN });
    access = { port: product.submissionPort, securePort, key, certificateFile: certFile };
    await Promise.all([product.startSubmission(), product.startWorker(['send', 'schedule'])]);
  });
  after(() => product?.stop());

  /** What has arrived at the addresses, in their order, once each of them is recorded as delivered; it arrived once. */
  const arrivedAt = async (...addresses: string[]) => {
    const states = await eventually(`mail is delivered to ${addresses}`, async () => {
      const { rows } = await database.pool.query<{ address: string; state: string }>(
        'SELECT address, state FROM email_recipients WHERE address = ANY($1)',
        [addresses],
      );
      return rows.length > 0 && rows.every(({ state }) => state === 'delivered') && rows;
    });
    expect(states.map(({ address }) => address)).to.have.members(addresses);
    return addresses.map((address) => {
      const messages = product.sink.messages.filter(({ to }) => to.includes(address));
      expect(messages, `messages to ${address}`).to.have.length(1);
      return messages[0]?.raw ?? Buffer.alloc(0);
    });
  };

  for (const [name, send] of Object.entries(SUBMITTING_CLIENTS))
    it(`${name}: all of its message arrives once, signed, and hides Bcc`, async () => {
      const { to, bcc } = recipientsOf(name);
      await send(access, { to, bcc });
      for (const raw of await arrivedAt(to, bcc)) {
        await expectDkimToPass(raw);
        expect(raw.toString('latin1')).to.not.match(/^bcc:/im).and.not.include(bcc);
        const { from, toName, subject, text, html, file, image } = SAMPLE;
        expect(await readArrived(raw)).to.deep.equal({
          from,
          subject,
          text,
          html,
          to: [{ name: toName, address: to }],
          files: [fileOf(file, null), fileOf(image, `<${image.cid}>`)],
        });
      }
    });

  describe('keep to the octet', () => {
    let signer: MailSigner;
    before(async () => {
      signer = await createMailSigner();
    });
    after(() => signer?.remove());

    /** Sends a message, and expects that it arrives with fields of the service in front. @returns all of it */
    const expectKept = async (name: string, write: (header: string) => Buffer | Promise<Buffer>) => {
      const { to } = recipientsOf(name);
      const from = SAMPLE.from.address;
      const subject = '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=';
      const header = [
        `From: ${from}`,
        `To: ${to}`,
        `Subject: ${subject}`,
        `Message-ID: <${name}@office.acme.dev>`,
        'Date: Tue, 24 Nov 2026 09:00:00 +0100',
        'MIME-Version: 1.0',
        '',
      ].join('\r\n');
      const message = await write(header);
      const transport = nodemailerTransport(access, { port: access.port, requireTLS: true });
      await transport.sendMail({ envelope: { from, to }, raw: message });
      transport.close();
      const [raw = Buffer.alloc(0)] = await arrivedAt(to);
      await expectDkimToPass(raw);
      const added = raw.length - message.length;
      expect(raw.subarray(added).toString('latin1')).to.equal(message.toString('latin1'));
      const fields = raw
        .subarray(0, added)
        .toString('latin1')
        .split(/\r\n(?![ \t])/);
      expect(OWN_FIELDS).to.include.members(fields.filter(Boolean).map((field) => field.split(':')[0]));
      return raw;
    };

    it('S/MIME, which openssl verifies', async () => {
      const raw = await expectKept('smime', signer.signSmime);
      await signer.verifySmime(raw);
      expect((await failureOf(signer.verifySmime(changed(raw)))).message).to.include('Verification failure');
    });

    it('PGP/MIME, which gpg verifies', async () => {
      const raw = await expectKept('pgp', signer.signPgp);
      await signer.verifyPgp(raw);
      expect((await failureOf(signer.verifyPgp(changed(raw)))).message).to.include('BAD signature');
    });

    it('an invitation', async () => {
      await expectKept('invitation', writeInvitation);
    });

    it('a forwarded message', async () => {
      await expectKept('forward', writeForward);
    });
  });
});

/** A space at the end of a line less. */
function changed(raw: Buffer): Buffer {
  return Buffer.from(raw.toString('latin1').replace('From hier ', 'From hier'), 'latin1');
}

interface SampleFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

function fileOf({ filename, contentType, content }: SampleFile, contentId: string | null) {
  return { filename, contentType, contentId, content: content.toString('base64') };
}

// What lets the reports of other servers find their recipient: the token in the return path and in X-Posthorn-Ref, and
// the fields by which mailbox providers report complaints (docs/reference/delivery.md#what-a-recipient-gets).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { createRecipientTokens } from '../../../shared/mail/feedback/recipient-tokens.ts';
import { LARGE_CONTENT_BYTES } from '../../../shared/resources/messaging/emails/delivery/load-contents.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import { type SendJob, type SendWorkerOptions, sharedOctets, useSending } from './support/use-sending.ts';

const TO = mailboxes('bo@customer.dev', 'cy@customer.dev');
const LARGE_TEXT = `${'x'.repeat(70)}\r\n`.repeat(LARGE_CONTENT_BYTES / 70);

describe('What finds the recipient of a report', () => {
  const sending = useSending();
  const tokens = createRecipientTokens(TEST_SECRET_KEYS);
  const open = (config: SendWorkerOptions['config'] = {}) =>
    sending.openJob({ config: { mailHostname: 'mail.posthorn.dev', ...config } });
  let job: SendJob;
  before(async () => {
    job = await open();
  });

  /** Sends an email. @returns its messages, each of which is signed */
  const send = async (changes: Partial<NewEmail> = {}, sender = job): Promise<SinkMessage[]> => {
    await sending.sendUntil('delivered', changes, sender);
    const messages = [...sending.sink.messages];
    for (const message of messages) expect(await sending.verify(message)).to.equal('pass');
    return messages;
  };
  const fieldsOf = async (message: SinkMessage | undefined) => {
    const { headerLines } = await simpleParser(message?.raw ?? '');
    return new Map(headerLines.map(({ key, line }) => [key, line.replace(/^[^:]*:\s*/, '')]));
  };
  const signedFieldsOf = async (message: SinkMessage | undefined) => {
    const [, names = ''] = / h=([^;]+);/.exec((await fieldsOf(message)).get('dkim-signature') ?? '') ?? [];
    return names.toLowerCase().split(/\s*:\s*/);
  };

  describe('Begins each message with X-Posthorn-Ref, the token of the return path of its recipient, which the DKIM signature does not cover.', () => {
    for (const [kind, contents] of [
      ['a message', {}],
      ['a large message', { text: LARGE_TEXT }],
      ['a message with lines that begin with a dot', { text: '.a\n..b\n' }],
    ] as const) {
      it(kind, async () => {
        const messages = await send({ to: TO, ...contents });
        expect(messages).to.have.length(2);
        for (const { from, to, raw, parameters } of messages) {
          const [, localPart = ''] = /^([^@]+)@send\./.exec(from) ?? [];
          const found = tokens.readLocalPart(localPart);
          if (typeof found !== 'object') throw new Error(from);
          const { rows } = await sending.pool.query('SELECT address FROM email_recipients WHERE id = $1', [
            found.recipientId,
          ]);
          expect(rows).to.deep.equal([{ address: to[0] }]);
          const begin = `X-Posthorn-Ref: ${localPart.slice('b-'.length)}\r\nDKIM-Signature: `;
          expect(raw.subarray(0, begin.length).toString()).to.equal(begin);
          expect(parameters).to.include(`SIZE=${raw.length + dotsOf(raw)}`);
        }
        expect(new Set(messages.map(sharedOctets)).size).to.equal(1);
        expect(await signedFieldsOf(messages[0])).not.to.include('x-posthorn-ref');
      });
    }
  });

  describe('Adds CFBL-Address and Feedback-ID to each message, covered by the DKIM signature.', () => {
    it('with the source of the email, its domain and its lane', async () => {
      const [message] = await send();
      const fields = await fieldsOf(message);
      const { name } = sending.sender.domain;
      expect(fields.get('cfbl-address')).to.equal(`fbl@send.${name}; report=arf`);
      const [origin, domain, lane, senderId] = fields.get('feedback-id')?.split(':') ?? [];
      expect([origin, domain, lane]).to.deep.equal(['api', name, 'transactional']);
      expect(senderId).to.match(/^[a-z]{10}$/);
      expect(await signedFieldsOf(message)).to.include.members(['cfbl-address', 'feedback-id']);
    });

    it('with the template of an email that has one', async () => {
      const templateId = randomUUID();
      const [message] = await send({ templateId, source: 'automation' });
      expect((await fieldsOf(message)).get('feedback-id')?.split(':')[0]).to.equal(templateId);
    });

    it('without CFBL-Address where MAIL_HOSTNAME is not public', async () => {
      const [message] = await send({}, await open({ mailHostname: 'localhost' }));
      const names = [...(await fieldsOf(message)).keys()];
      expect(names).to.include('feedback-id').and.not.include('cfbl-address');
    });
  });

  it('Keeps a Feedback-ID of the email’s own headers instead.', async () => {
    const [message] = await send({ headers: { 'feedback-ID': 'spring:acme:news:acmesender' } });
    expect((await fieldsOf(message)).get('feedback-id')).to.equal('spring:acme:news:acmesender');
    expect(await signedFieldsOf(message)).to.include('feedback-id');
  });
});

/** How many lines get another dot on the wire. */
function dotsOf(raw: Buffer): number {
  return raw.toString('latin1').match(/^\./gm)?.length ?? 0;
}

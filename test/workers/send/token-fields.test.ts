// The field in which a provider returns the token of a recipient, on the wire: once, and never signed, because the provider takes
// it out before it sends (docs/architecture/provider-feedback.md).
import { expect } from 'chai';
import { createUploadStore } from '../../../shared/platform/storage/upload-store.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import { useSending } from './support/use-sending.ts';

/** Kind → the field that it returns, with what a client says in it, and what both become; `{token}` is ours. */
const FIELDS = [
  ['ses', 'X-SES-MESSAGE-TAGS', 'a=b, posthorn=x', 'posthorn={token}', 'posthorn={token}, a=b'],
  ['postmark', 'X-PM-Metadata-posthorn', 'x', '{token}', '{token}'],
  ['mailgun', 'X-Mailgun-Variables', '{"a":1}', '{"posthorn":"{token}"}', '{"a":1, "posthorn":"{token}"}'],
  [
    'sendgrid',
    'X-SMTPAPI',
    '{"to":["x"],"unique_args":{"a":1}}',
    '{"unique_args":{"posthorn":"{token}"}}',
    '{"unique_args":{"a":1, "posthorn":"{token}"}}',
  ],
  ['brevo', 'X-Mailin-custom', 'a:1', 'posthorn:{token}', 'posthorn:{token}|a:1'],
  ['generic', 'X-SMTPAPI', '{"to":["x"]}', undefined, '{"to":["x"]}'],
] as const;

describe('The field that a provider returns', () => {
  const sending = useSending();

  const use = async (kind: string, configurationSet: string | null = null) => {
    const change = 'UPDATE providers SET kind = $1, configuration_set = $2';
    await sending.pool.query(change, [kind, configurationSet]);
    return await sending.openJob();
  };
  const send = async (job: Awaited<ReturnType<typeof use>>, changes: Partial<NewEmail>) => {
    sending.sink.clear();
    const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
    const id = await sending.accept({ to, ...changes });
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    return await sending.sink.waitFor(2);
  };
  /** A mail that is kept as it arrived. */
  const keep = async (field: string): Promise<Partial<NewEmail>> => {
    const writer = createUploadStore({ database: sending.pool, ids: createIds(sending.clock) }).create();
    await writer.write(Buffer.from(`From: ana@acme.dev\r\nSubject: Hi\r\n${field}X-Last: 1\r\n\r\nHi\r\n`));
    return { source: 'smtp', kept: await writer.end() };
  };
  const resolveDelivery = async (message: SinkMessage, name: string, expected: string | undefined) => {
    const text = message.raw.toString('latin1');
    const field = new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)\r\n`, 'gim');
    const found = Array.from(text.matchAll(field), ([, value = '']) => value.replaceAll('\r\n', '').trim());
    const [, token = ''] = /^X-Posthorn-Ref: (\w+)\r\n/.exec(text) ?? [];
    expect(message.from)
      .to.include(token)
      .and.to.match(/^b-\w{48}@/);
    expect(found).to.deep.equal(expected === undefined ? [] : [expected.replace('{token}', token)]);
    expect(await sending.verify(message)).to.equal('pass');
    const removed = Buffer.from(text.replace(field, ''), 'latin1');
    expect(await sending.verify({ ...message, raw: removed })).to.equal('pass');
    expect(message.parameters.join(' ')).to.include(`SIZE=${message.raw.length}`);
  };

  for (const [kind, name, given, alone, merged] of FIELDS)
    it(`reaches a provider of the kind ${kind} once, and DKIM verifies with and without it`, async () => {
      const job = await use(kind);
      const own = `${name.toLowerCase()}:\r\n\t${given}\r\n`;
      for (const [changes, expected] of [
        [{}, alone],
        [{ headers: { [name.toUpperCase()]: given } }, merged],
        [await keep(''), alone],
        [await keep(own), merged],
      ] as const)
        for (const message of await send(job, changes))
          await resolveDelivery(message, kind === 'generic' ? 'x-smtpapi' : name, expected);
    });

  it('comes with the configuration set of the operator, which takes the place of a client’s', async () => {
    const job = await use('ses', 'events');
    for (const message of await send(job, { headers: { 'x-ses-configuration-set': 'theirs' } })) {
      await resolveDelivery(message, 'X-SES-CONFIGURATION-SET', 'events');
      await resolveDelivery(message, 'X-SES-MESSAGE-TAGS', 'posthorn={token}');
    }
  });
});

// POST /emails: which addresses are valid, how many there may be, and in which forms they may be given
// (docs/reference/emails.md#sender-and-recipients).
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { useApp } from '../../support/app.ts';
import { createDomain } from '../../support/factories.ts';
import { expectSendRefused } from './refusal.ts';
import { createSender, type Sender } from './sender.ts';

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@customer.dev`);

const BAD = [
  'bo',
  'bo@',
  '@customer.dev',
  'bo@customer',
  'bo@customer.dev, cy@customer.dev',
  'Bo <bo@customer.dev',
  'Bo <bo@customer.dev> x',
  'bo bo@customer.dev',
  'bo..bo@customer.dev',
  'bo@127.0.0.1',
  'bo@[127.0.0.1]',
  ' ',
];

describe('POST /emails', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
  });
  const expectRefused = (changes: Record<string, unknown>, name: ErrorName, words: string) =>
    expectSendRefused({ app, sender }, changes, name, words);
  const accepted = async (changes: Record<string, unknown>) => {
    const { status, body } = await sender.send(changes);
    expect(status, JSON.stringify(body)).to.equal(200);
    return (await app.as(sender.token).get(`/emails/${body.id}`)).body;
  };
  const recipientsOf = async (emailId: string) => {
    const { rows } = await app.pool.query<{ address: string }>(
      'SELECT address FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [emailId],
    );
    return rows.map(({ address }) => address);
  };

  describe('Rejects a from that is not exactly one valid address with invalid_from_address 422.', () => {
    for (const text of BAD) {
      it(JSON.stringify(text), () => expectRefused({ from: text }, 'invalid_from_address', 'from'));
    }
  });

  it('Accepts a from with or without a display name, and returns it unchanged.', async () => {
    const { name } = sender.domain;
    for (const from of [`ana@${name}`, `Ana <ana@${name}>`, `"Ana, \\"A\\"" <ana@${name}>`])
      expect((await accepted({ from })).from).to.equal(from);
  });

  describe('Rejects an invalid address in to, cc or bcc with invalid_to_address 422.', () => {
    const expectEachRefused = async (field: string) => {
      for (const text of BAD) await expectRefused({ [field]: text }, 'invalid_to_address', field);
      for (const list of [
        ['a@customer.dev', 'bo'],
        ['a@customer.dev', ''],
      ])
        await expectRefused({ [field]: list }, 'invalid_to_address', field);
    };

    for (const field of ['to', 'cc', 'bcc']) {
      it(`in ${field}`, () => expectEachRefused(field));
    }
  });

  it('Accepts up to 50 addresses in reply_to, and rejects more or an invalid one with validation_error 422.', async () => {
    for (const text of BAD) await expectRefused({ reply_to: text }, 'validation_error', 'reply_to');
    await expectRefused({ reply_to: ['a@customer.dev', ''] }, 'validation_error', 'reply_to');
    await expectRefused({ reply_to: addresses(51) }, 'validation_error', 'reply_to');
    expect((await accepted({ reply_to: addresses(50) })).reply_to).to.deep.equal(addresses(50));
  });

  it('Accepts 1 to 50 addresses in to, and rejects more with validation_error 422.', async () => {
    await expectRefused({ to: addresses(51) }, 'validation_error', 'to');
    await expectRefused({ to: [] }, 'missing_required_field', 'to');
    for (const count of [1, 50]) {
      const { id, to } = await accepted({ to: addresses(count) });
      expect(to).to.deep.equal(addresses(count));
      expect(await recipientsOf(id)).to.deep.equal(addresses(count));
    }
  });

  describe('Accepts up to 50 addresses in each of cc and bcc, and rejects more with validation_error 422.', () => {
    for (const field of ['cc', 'bcc'] as const) {
      it(field, async () => {
        await expectRefused({ [field]: addresses(51) }, 'validation_error', field);
        const { id, [field]: given } = await accepted({ [field]: addresses(50) });
        expect(given).to.deep.equal(addresses(50));
        expect(await recipientsOf(id)).to.deep.equal(['bo@customer.dev', ...addresses(50)]);
      });
    }
  });

  it('Accepts one address or a list in to, cc, bcc and reply_to, and returns either as a list.', async () => {
    for (const field of ['to', 'cc', 'bcc', 'reply_to']) {
      for (const form of ['x@customer.dev', ['x@customer.dev'], ['x@customer.dev', 'Y <y@customer.dev>']]) {
        const email = await accepted({ [field]: form });
        expect(email[field]).to.deep.equal([form].flat());
        const { rows } = await app.pool.query(
          `SELECT ${field}_addresses AS stored FROM emails WHERE id = $1`,
          [email.id],
        );
        expect(rows).to.deep.equal([{ stored: [form].flat() }]);
      }
    }
  });

  it('Accepts quoted local parts, and display names that are plain, quoted or in any script, as RFC 5322 and RFC 6532 define them.', async () => {
    const forms: [given: string, address: string][] = [
      ["!#$%&'*+-/?=^_`{|}~@customer.dev", "!#$%&'*+-/?=^_`{|}~@customer.dev"],
      ['"bo bo"@customer.dev', '"bo bo"@customer.dev'],
      ['Bo.Bo@customer.dev', 'Bo.Bo@customer.dev'],
      ['<cy@customer.dev>', 'cy@customer.dev'],
      ['Di <di@customer.dev>', 'di@customer.dev'],
      ['John Q. Public <john@customer.dev>', 'john@customer.dev'],
      ['"Silva, \\"Ana\\" <x@y.dev>" <ana@customer.dev>', 'ana@customer.dev'],
      ['山田 太郎 <taro@customer.dev>', 'taro@customer.dev'],
    ];
    const { id, to } = await accepted({ to: forms.map(([given]) => given) });
    expect(to).to.deep.equal(forms.map(([given]) => given));
    expect(await recipientsOf(id)).to.deep.equal(forms.map(([, address]) => address));
  });

  it('Converts international domain names to punycode, in from and in recipients.', async () => {
    const domain = await createDomain(app.pool, sender.accountId, { name: 'xn--bcher-kva.dev' });
    for (const from of ['ana@Bücher.dev', 'Ana <ana@XN--BCHER-KVA.DEV>']) {
      const email = await accepted({ from, to: 'Bo <bo@Bücher.dev>' });
      expect(await recipientsOf(email.id)).to.deep.equal(['bo@xn--bcher-kva.dev']);
      expect(email).to.deep.include({ from, message_id: `<${email.id}@${domain.name}>` });
    }
  });
});

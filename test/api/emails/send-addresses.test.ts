// POST /emails: what is an address, how many there may be, and in which forms (interface.md, POST /emails, Errors and
// Limits; decisions.md §1 and §2).
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

  describe('invalid_from_address | 422 | from is not `email@domain` or `Name <email@domain>`', () => {
    for (const text of BAD) {
      it(`refuses ${JSON.stringify(text)}`, () =>
        expectRefused({ from: text }, 'invalid_from_address', 'from'));
    }
  });

  it('from | string | yes | `email@domain` or `Name <email@domain>`', async () => {
    const { name } = sender.domain;
    await expectRefused({ from: undefined }, 'missing_required_field', 'from');
    for (const from of [`ana@${name}`, `Ana <ana@${name}>`, `"Ana, \\"A\\"" <ana@${name}>`])
      expect((await accepted({ from })).from).to.equal(from);
  });

  describe('invalid_to_address | 422 | recipient is not a valid address', () => {
    const expectEachRefused = async (field: string) => {
      for (const text of BAD) await expectRefused({ [field]: text }, 'invalid_to_address', field);
      for (const list of [
        ['a@customer.dev', 'bo'],
        ['a@customer.dev', ''],
      ])
        await expectRefused({ [field]: list }, 'invalid_to_address', field);
    };

    it('in to', () => expectEachRefused('to'));

    describe('a bad cc or bcc → `invalid_to_address`', () => {
      for (const field of ['cc', 'bcc']) {
        it(`in ${field}`, () => expectEachRefused(field));
      }
    });
  });

  it('a bad reply_to → `validation_error`, ≤ 50.', async () => {
    for (const text of BAD) await expectRefused({ reply_to: text }, 'validation_error', 'reply_to');
    await expectRefused({ reply_to: ['a@customer.dev', ''] }, 'validation_error', 'reply_to');
    await expectRefused({ reply_to: addresses(51) }, 'validation_error', 'reply_to');
    expect((await accepted({ reply_to: addresses(50) })).reply_to).to.deep.equal(addresses(50));
  });

  it('reply_to | no', async () => {
    for (const none of [undefined, null, '', []])
      expect((await accepted({ reply_to: none })).reply_to).to.equal(null);
  });

  describe('51 recipients → `validation_error`', () => {
    describe('Recipients in `to` per email | 1 to 50', () => {
      it('to | string[] | yes | 1 to 50 addresses', async () => {
        await expectRefused({ to: addresses(51) }, 'validation_error', 'to');
        await expectRefused({ to: [] }, 'missing_required_field', 'to');
        for (const count of [1, 50]) {
          const { id, to } = await accepted({ to: addresses(count) });
          expect(to).to.deep.equal(addresses(count));
          expect(await recipientsOf(id)).to.deep.equal(addresses(count));
        }
      });
    });

    describe('`cc` and `bcc` recipients | up to 50 each', () => {
      const expectUpTo50 = async (field: 'cc' | 'bcc') => {
        await expectRefused({ [field]: addresses(51) }, 'validation_error', field);
        for (const none of [undefined, null, '', []])
          expect((await accepted({ [field]: none }))[field]).to.equal(null);
        const { id, [field]: given } = await accepted({ [field]: addresses(50) });
        expect(given).to.deep.equal(addresses(50));
        expect(await recipientsOf(id)).to.deep.equal(['bo@customer.dev', ...addresses(50)]);
      };

      it('cc | string[] | no | up to 50', () => expectUpTo50('cc'));

      it('bcc | string[] | no | up to 50', () => expectUpTo50('bcc'));
    });
  });

  it('`to`, `cc`, `bcc`, `reply_to` | a string or an array of strings; stored and returned as arrays', async () => {
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

  it('Addresses are RFC 5322 mailboxes', async () => {
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

  it('internationalised domains become punycode.', async () => {
    const domain = await createDomain(app.pool, sender.accountId, { name: 'xn--bcher-kva.dev' });
    for (const from of ['ana@Bücher.dev', 'Ana <ana@XN--BCHER-KVA.DEV>']) {
      const email = await accepted({ from, to: 'Bo <bo@Bücher.dev>' });
      expect(await recipientsOf(email.id)).to.deep.equal(['bo@xn--bcher-kva.dev']);
      expect(email).to.deep.include({ from, message_id: `<${email.id}@${domain.name}>` });
    }
  });
});

// POST /emails: which addresses are accepted, how many there may be, and in which forms they may be given
// (docs/reference/emails.md#sender-and-recipients).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createDomain } from '../../../support/factories/factories.ts';
import { useSender } from '../sender.ts';
import { addresses } from './many.ts';

describe('POST /emails', () => {
  const app = useApp();
  const sender = useSender(app);
  const recipientsOf = ({ recipients }: { recipients: { address: string }[] }) =>
    recipients.map(({ address }) => address);

  it('Accepts a from with or without a display name, and returns it unchanged.', async () => {
    const { name } = sender.domain;
    for (const from of [`ana@${name}`, `Ana <ana@${name}>`, `"Ana, \\"A\\"" <ana@${name}>`])
      expect((await sender.sent({ from })).from).to.equal(from);
  });

  it('Accepts up to 50 addresses in reply_to, and rejects more or an invalid one with validation_error 422.', async () => {
    expect((await sender.sent({ reply_to: addresses(50) })).reply_to).to.deep.equal(addresses(50));
  });

  it('Accepts 1 to 50 addresses in to, and rejects more with validation_error 422.', async () => {
    for (const count of [1, 50]) {
      const email = await sender.sent({ to: addresses(count) });
      for (const found of [email.to, recipientsOf(email)]) expect(found).to.deep.equal(addresses(count));
    }
  });

  it('Accepts up to 50 addresses in each of cc and bcc, and rejects more with validation_error 422.', async () => {
    for (const field of ['cc', 'bcc']) {
      const email = await sender.sent({ [field]: addresses(50) });
      expect(email[field]).to.deep.equal(addresses(50));
      expect(recipientsOf(email)).to.deep.equal(['bo@customer.dev', ...addresses(50)]);
    }
  });

  it('Accepts one address or a list in to, cc, bcc and reply_to, and returns either as a list.', async () => {
    for (const field of ['to', 'cc', 'bcc', 'reply_to']) {
      for (const form of ['x@customer.dev', ['x@customer.dev'], ['x@customer.dev', 'Y <y@customer.dev>']]) {
        const email = await sender.sent({ [field]: form });
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
      ['a..b@docomo.dev', '"a..b"@docomo.dev'],
      ['Bo <bo.@my_host.dev>', '"bo."@my_host.dev'],
      ['<cy@customer.dev>', 'cy@customer.dev'],
      ['Di <di@customer.dev>', 'di@customer.dev'],
      ['John Q. Public <john@customer.dev>', 'john@customer.dev'],
      ['"Silva, \\"Ana\\" <x@y.dev>" <ana@customer.dev>', 'ana@customer.dev'],
      ['山田 太郎 <taro@customer.dev>', 'taro@customer.dev'],
    ];
    const email = await sender.sent({ to: forms.map(([given]) => given) });
    expect(email.to).to.deep.equal(forms.map(([given]) => given));
    expect(recipientsOf(email)).to.deep.equal(forms.map(([, address]) => address));
  });

  it('Removes white space and characters that are not seen around an address, and names one in its local part.', async () => {
    const email = await sender.sent({
      to: '\u200b bo@customer.dev\ufeff',
      cc: ['Cy <\u200ecy@customer.dev>'],
    });
    expect(email.to).to.deep.equal(['bo@customer.dev']);
    expect(recipientsOf(email)).to.deep.equal(['bo@customer.dev', 'cy@customer.dev']);
    const { name } = sender.domain;
    for (const [field, value, error] of [
      ['to', 'bo\u200b@customer.dev', 'invalid_to_address'],
      ['bcc', ['Bo <b\u200bo@customer.dev>'], 'invalid_to_address'],
      ['from', `an\u200ba@${name}`, 'invalid_from_address'],
      ['reply_to', '"b\u200bo"@customer.dev', 'validation_error'],
    ] as const) {
      const answer = await sender.send({ [field]: value });
      expect(expectError(answer, 422, error), field).to.include('U+200B');
    }
  });

  it('Converts international domain names to punycode, in from and in recipients.', async () => {
    const domain = await createDomain(app.pool, sender.accountId, { name: 'xn--bcher-kva.dev' });
    for (const from of ['ana@Bücher.dev', 'Ana <ana@XN--BCHER-KVA.DEV>']) {
      const email = await sender.sent({ from, to: 'Bo <bo@Bücher.dev>' });
      expect(recipientsOf(email)).to.deep.equal(['bo@xn--bcher-kva.dev']);
      expect(email).to.deep.include({ from, message_id: `<${email.id}@${domain.name}>` });
    }
  });
});

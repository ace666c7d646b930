// How the address of a person is found in texts (docs/architecture/erasure.md).
import { expect } from 'chai';
import fc from 'fast-check';
import { Eraser } from '../../../../../shared/resources/foundation/erasing/eraser.ts';

const ADDRESS = 'erased@erased.invalid';

function eraserOf(emailKey: string): Eraser {
  return new Eraser({ emailKey, contactIds: [] });
}

describe('the eraser of a person', () => {
  describe('Finds the address in any letter case, as JSON, HTML, URLs and quoted-printable write it, and in base64, but only as a whole.', () => {
    const bo = eraserOf('bo.s+x@customer.dev');

    it('finds', () => {
      for (const [text = '', expected = ADDRESS] of [
        ['bo.s+x@customer.dev'],
        ['BO.S+X@Customer.Dev'],
        ['To: Bo <bo.s+x@customer.dev>', `To: Bo <${ADDRESS}>`],
        ['mailto:bo.s%2Bx%40customer.dev?subject=x', `mailto:${ADDRESS}?subject=x`],
        ['/contacts/bo.s%2bx@customer.dev', `/contacts/${ADDRESS}`],
        ['%3Cbo.s+x@customer.dev%3E', `%3C${ADDRESS}%3E`],
        ['bo.s&#43;x&#x40;customer.dev'],
        ['&lt;bo.s+x&commat;customer.dev&gt;', `&lt;${ADDRESS}&gt;`],
        [
          String.raw`{"a":"\u003cbo.s\u002Bx\u0040customer.dev\u003e"}`,
          String.raw`{"a":"\u003c${ADDRESS}\u003e"}`,
        ],
        [String.raw`a\nbo.s+x@customer.dev\n`, String.raw`a\n${ADDRESS}\n`],
        ['"bo.s+x"@customer.dev'],
        ['Ask bo.s+x@customer.dev. Or wait.', `Ask ${ADDRESS}. Or wait.`],
      ])
        expect(bo.erase(text), text).to.equal(expected);
    });

    it('finds what is quoted for its dots alone without quotes, too', () => {
      const dotted = eraserOf('"a..b"@customer.dev');
      for (const text of ['a..b@customer.dev', '"a..b"@customer.dev', '%22a..b%22%40customer.dev'])
        expect(dotted.erase(text), text).to.equal(ADDRESS);
      expect(dotted.isIn('xa..b@customer.dev')).to.equal(false);
    });

    it('does not find', () => {
      // biome-ignore format: a table.
      const others = [
        'jimbo.s+x@customer.dev', 'jim-bo.s+x@customer.dev', '_bo.s+x@customer.dev',
        'jim%2Bbo.s+x@customer.dev', 'bo.s+x@customer.dev.example', 'bo.s+x@customer.dev-mail.example',
        'bo.s+x@customer.devel', 'boxs+x@customer.dev', 'bo.s@customer.dev',
      ];
      for (const text of others) expect([bo.erase(text), bo.isIn(text)], text).to.deep.equal([text, false]);
    });
  });

  it('finds addresses with letters outside of ASCII, quotes and an international domain', () => {
    const jose = eraserOf('josé@xn--mller-kva.dev');
    const texts = [
      'josé@müller.dev',
      'JOSÉ@xn--mller-kva.dev',
      'jos%C3%A9@m%c3%bcller.dev',
      String.raw`jos\u00e9@m\u00FCller.dev`,
      'jose\u0301@müller.dev',
    ];
    expect(texts.map((text) => jose.erase(text))).to.deep.equal(texts.map(() => ADDRESS));
    const quoted = eraserOf('"bo smith"@customer.dev');
    const spelled = [
      '"bo smith"@customer.dev',
      String.raw`\"bo smith\"@customer.dev`,
      '&quot;bo smith&quot;@customer.dev',
      '%22bo%20smith%22%40customer.dev',
    ];
    expect(spelled.map((text) => quoted.erase(text))).to.deep.equal(spelled.map(() => ADDRESS));
  });

  it('finds it in quoted-printable, also over the end of a line', () => {
    const bo = eraserOf('bo.s@customer.dev');
    expect(bo.erase('x=20bo.s=40customer.dev=0D')).to.equal(`x=20${ADDRESS}=0D`);
    expect(bo.erase('Hello bo.s@cust=\r\nomer.dev!')).to.equal(`Hello ${ADDRESS}!`);
  });

  it('replaces it within base64 of either alphabet, in any letter case, and nothing around it', () => {
    const surroundings = ['', '<>', '"}?? and ~~~ more ', 'é '].flatMap((before) =>
      ['', '>', '"}?? more', ' ~~~ and much more of it'].map((after) => ({ before, after })),
    );
    for (const key of ['bo.s@customer.dev', 'bo.ss@customer.dev', 'bo.sss@customer.dev']) {
      const bo = eraserOf(key);
      const expectErased = (address: string, encoding: 'base64' | 'base64url') => {
        for (const { before, after } of surroundings) {
          const text = `/u?e=${Buffer.from(before + address + after).toString(encoding)}&z=1`;
          const erased = bo.erase(text);
          const decoded = Buffer.from(/e=([^&]*)&/.exec(erased)?.[1] ?? '', 'base64').toString();
          expect(decoded.replace(/0*erased@/, 'erased@'), text).to.equal(before + ADDRESS + after);
        }
      };
      for (const address of [key, key.toUpperCase(), `Bo.${key.slice(3)}`]) {
        expectErased(address, 'base64');
        expectErased(address, 'base64url');
      }
      for (const other of [`jim${key}`, `${key}.example`]) {
        const text = Buffer.from(`to ${other}`).toString('base64');
        expect(bo.erase(text)).to.equal(text);
      }
    }
  });

  it('replaces each address within any base64, and changes nothing else', () => {
    const bo = 'bo.s@customer.dev';
    const other = 'ann@other.dev';
    const eraser = eraserOf(bo);
    const piece = fc.oneof(
      fc.constantFrom(bo, bo.toUpperCase(), other, ', ', ' <', '> ', 'é ', '?>~ '),
      fc.string().map((text) => ` ${text.replaceAll('@', '')} `),
    );
    const isSeparate = (pieces: string[]) => pieces.flatMap((text) => [' ', text]).join('');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom('base64', 'base64url'),
        (pieces, encoding) => {
          const text = isSeparate(pieces);
          const url = `https://t.x.dev/u_b/ab/${Buffer.from(text).toString(encoding)}`;
          const erased = eraser.erase(url);
          expect(erased.startsWith('https://t.x.dev/u_b/ab/')).to.equal(true);
          const decoded = Buffer.from(erased.slice('https://t.x.dev/u_b/ab/'.length), 'base64').toString();
          expect(decoded.replaceAll(/0*erased@erased/g, 'erased@erased')).to.equal(
            text.replaceAll(/bo\.s@customer\.dev/gi, ADDRESS),
          );
        },
      ),
    );
    const both = Buffer.from(`${bo},${bo}`).toString('base64');
    expect(Buffer.from(eraser.erase(both), 'base64').toString()).to.match(
      /^0*erased@erased.invalid,0*erased@erased.invalid$/,
    );
    expect(eraser.erase(`https://t.x.dev/${Buffer.from(bo).toString('base64')}/open`)).to.not.include(
      Buffer.from(bo).toString('base64').slice(0, 20),
    );
  });

  it('takes time in proportion to a list in base64, also where each address shares a group with the next', () => {
    // From the third octet on, an address of 14 octets and a comma end and begin in one group.
    const listOf = (address: string) => `, ${`${address},`.repeat(50_000)}`;
    const erased = eraserOf('bo@inbox.local').erase(Buffer.from(listOf('bo@inbox.local')).toString('base64'));
    const decoded = Buffer.from(erased, 'base64').toString();
    expect(decoded.replaceAll(/0*erased@erased/g, 'erased@erased') === listOf(ADDRESS)).to.equal(true);
  });

  it('replaces a mailbox as a whole', () => {
    const bo = eraserOf('bo@customer.dev');
    expect(bo.eraseMailbox('Bo Smith <Bo@customer.dev>')).to.equal(ADDRESS);
    expect(bo.erase('Lunch with Bo <bo@customer.dev>')).to.equal(`Lunch with Bo <${ADDRESS}>`);
    expect(bo.eraseMailbox('"bo@customer.dev" <jim@customer.dev>')).to.equal(
      `"${ADDRESS}" <jim@customer.dev>`,
    );
  });

  it('separates what is about the person alone from what is about others too', () => {
    const contact = '0199d3a0-0000-7000-8000-000000000001';
    const bo = new Eraser({ emailKey: 'bo@customer.dev', contactIds: [contact] });
    const areAboutAlone = (path: string, ...bodies: unknown[]) =>
      bo.areAboutAlone(
        path,
        bodies.map((body) => JSON.stringify(body)),
      );
    for (const [isAlone, path, ...bodies] of [
      [true, '/contacts/Bo%40customer.dev'],
      [true, `/contacts/${contact.toUpperCase()}`, { first_name: 'Bo' }],
      [true, '/emails', { to: 'Bo <bo@customer.dev>', from: 'ana@acme.dev' }, { id: 'x' }],
      [true, '/emails/x', null, { to: ['bo@customer.dev'], recipients: [{ address: 'bo@customer.dev' }] }],
      [true, '/segments/x/contacts', { contact_id: contact }],
      [true, '', { data: { to: [ADDRESS] } }],
      [false, '/emails', { to: ['bo@customer.dev'], cc: 'jim@customer.dev' }],
      [false, '/contacts', null, { data: [{ email: 'bo@customer.dev' }, { email: 'jim@customer.dev' }] }],
      [false, '/emails', { to: 'jim@customer.dev', html: 'Ask bo@customer.dev' }],
      [false, '/domains', { name: 'customer.dev' }],
    ] as const)
      expect(areAboutAlone(path, ...bodies), JSON.stringify([path, bodies])).to.equal(isAlone);
    const deep = `${'[1,'.repeat(20_000)}{"email":"jim@customer.dev"}${']'.repeat(20_000)}`;
    expect(bo.areAboutAlone('/contacts/bo@customer.dev', [deep, 'no JSON'])).to.equal(true);
  });

  it('takes addresses of regular expressions as what they are', () => {
    const odd = eraserOf('a.*+b$&@customer.dev');
    expect(odd.erase('a.*+b$&@customer.dev, axxb@customer.dev')).to.equal(`${ADDRESS}, axxb@customer.dev`);
  });
});

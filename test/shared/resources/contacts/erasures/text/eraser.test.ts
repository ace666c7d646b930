// How the address and the names of a person are found in texts (docs/architecture/erasure.md).
import { expect } from 'chai';
import { Eraser } from '../../../../../../shared/resources/contacts/erasures/text/eraser.ts';

const ADDRESS = 'erased@erased.invalid';

function eraserOf(emailKey: string, ...names: string[]): Eraser {
  return new Eraser({ emailKey, names, contactIds: [] });
}

describe('the eraser of a person', () => {
  describe('Finds the address in any letter case and as JSON, HTML and URLs write it, but only as a whole.', () => {
    const bo = eraserOf('bo.s+x@customer.dev');

    describe('finds', () => {
      for (const [text, expected = ADDRESS] of [
        ['bo.s+x@customer.dev'],
        ['BO.S+X@Customer.Dev'],
        ['Bo <bo.s+x@customer.dev>', `Bo <${ADDRESS}>`],
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
      ]) {
        it(text ?? '', () => expect(bo.eraseText(text ?? '')).to.equal(expected));
      }
    });

    describe('does not find', () => {
      for (const text of [
        'jimbo.s+x@customer.dev',
        'jim-bo.s+x@customer.dev',
        '_bo.s+x@customer.dev',
        'jim%2Bbo.s+x@customer.dev',
        'bo.s+x@customer.dev.example',
        'bo.s+x@customer.dev-mail.example',
        'bo.s+x@customer.devel',
        'boxs+x@customer.dev',
        'bo.s@customer.dev',
      ]) {
        it(text, () => expect([bo.eraseText(text), bo.concerns(text)]).to.deep.equal([text, false]));
      }
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
    expect(texts.map((text) => jose.eraseText(text))).to.deep.equal(texts.map(() => ADDRESS));
    const quoted = eraserOf('"bo smith"@customer.dev');
    const spelled = [
      '"bo smith"@customer.dev',
      String.raw`\"bo smith\"@customer.dev`,
      '&quot;bo smith&quot;@customer.dev',
      '%22bo%20smith%22%40customer.dev',
    ];
    expect(spelled.map((text) => quoted.eraseText(text))).to.deep.equal(spelled.map(() => ADDRESS));
  });

  describe('finds a name as a whole word', () => {
    const person = eraserOf('x@customer.dev', 'Will', "O'Brien", 'Li', 'Jean Luc', '李明', 'J', 'erased');
    for (const [text, expected] of [
      ['Hi Will, WILL, will you?', 'Hi erased, erased, will you?'],
      ['Williams', 'Williams'],
      ["O'Brien, O’BRIEN, O&#39;Brien, O%27Brien", 'erased, erased, erased, erased'],
      ['<li>Li</li>', '<li>erased</li>'],
      ['jean luc, Jean&nbsp;Luc, Jean+Luc, Luc', 'erased, erased, erased, erased'],
      [String.raw`\u0026Will\n`, String.raw`\u0026erased\n`],
      ['%20Will%20', '%20erased%20'],
      ['李明先生', 'erased先生'],
      ['Plan J was erased', 'Plan J was erased'],
    ] as const) {
      it(text, () => expect(person.eraseText(text)).to.equal(expected));
    }
  });

  it('takes names of regular expressions and of objects as what they are', () => {
    const odd = eraserOf('x@customer.dev', 'A.*B', 'Bo (Bobby) [x', '$&', '__proto__', 'C++');
    expect(odd.eraseText('A.*B AxxB Bo (Bobby) [x $& C++')).to.equal('erased AxxB erased $& C++');
    const json = '{"__proto__":{"a":"A.*B"},"constructor":1}';
    expect(odd.eraseJson(json)).to.equal('{"__proto__":{"a":"erased"},"constructor":1}');
  });

  it('keeps the field names and the own words of JSON, and other items of a list', () => {
    const bo = eraserOf('bo@customer.dev', 'contact', 'Bo');
    const json = {
      object: 'contact',
      contact: 'contact',
      data: [
        { email: 'bo@customer.dev', name: 'Bo' },
        { email: 'jim@customer.dev', name: 'Bo' },
      ],
      to: ['Bo <bo@customer.dev>', 'Bo Jensen <jensen@customer.dev>'],
      'bo@customer.dev': 1.5,
    };
    expect(JSON.parse(bo.eraseJson(JSON.stringify(json)))).to.deep.equal({
      object: 'contact',
      contact: 'erased',
      data: [
        { email: ADDRESS, name: 'erased' },
        { email: 'jim@customer.dev', name: 'Bo' },
      ],
      to: [`erased <${ADDRESS}>`, 'Bo Jensen <jensen@customer.dev>'],
      [ADDRESS]: 1.5,
    });
  });

  it('changes nothing when it runs once more', () => {
    const bo = eraserOf('bo@customer.dev', 'Bo', 'Erased Invalid');
    const once = bo.eraseText('Bo <bo@customer.dev>, bo@customer.dev, Erased Invalid');
    expect(bo.eraseText(once)).to.equal(once);
    expect(once).to.equal(`erased <${ADDRESS}>, ${ADDRESS}, erased`);
  });
});

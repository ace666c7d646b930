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

    it('finds', () => {
      for (const [text = '', expected = ADDRESS] of [
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
      ])
        expect(bo.eraseText(text), text).to.equal(expected);
    });

    it('does not find', () => {
      // biome-ignore format: a table.
      const others = [
        'jimbo.s+x@customer.dev', 'jim-bo.s+x@customer.dev', '_bo.s+x@customer.dev',
        'jim%2Bbo.s+x@customer.dev', 'bo.s+x@customer.dev.example', 'bo.s+x@customer.dev-mail.example',
        'bo.s+x@customer.devel', 'boxs+x@customer.dev', 'bo.s@customer.dev',
      ];
      for (const text of others)
        expect([bo.eraseText(text), bo.concerns(text)], text).to.deep.equal([text, false]);
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

  it('finds a name as a whole word', () => {
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
    ] as const)
      expect(person.eraseText(text), text).to.equal(expected);
  });

  it('finds a name in the spellings of JSON, HTML and URLs', () => {
    // biome-ignore format: a table.
    const person = eraserOf(
      'x@customer.dev', 'José', 'Bo & Co', 'Ana\u00a0Maria Núñez', 'Groß', 'Łukasz', '김 철수',
    );
    for (const [text, expected] of [
      ['José JOSÉ josé', 'erased erased josé'],
      ['Jose\u0301, jos\u00e9s, Jose\u0301s', 'erased, jos\u00e9s, Jose\u0301s'],
      ['Jos%C3%A9 %4Aos%c3%a9, Jos%C3%A9s', 'erased erased, Jos%C3%A9s'],
      ['Jos&#233; &#x4A;os&#xe9;, Jos&#233;s', 'erased erased, Jos&#233;s'],
      [String.raw`\nJos\u00e9\n, \u004aos\u00E9`, String.raw`\nerased\n, erased`],
      [String.raw`\"Bo \u0026 Co\"`, String.raw`\"erased\"`],
      ['bo &amp; co, Bo+%26+Co, Bo%20%26%20Co', 'erased, erased, erased'],
      ['ANA  MARIA&nbsp;NÚÑEZ, ana\nmaria\tnun\u0303ez', 'erased, ana\nmaria\tnun\u0303ez'],
      ['ana\nmaria\tnu\u0301n\u0303ez, Ana Maria Núñezs', 'erased, erased erased Núñezs'],
      ['GROSS, Groß, gross', 'erased, erased, gross'],
      ['łukasz Łukasz ŁUKASZ', 'łukasz erased erased'],
      ['김 철수님, 김철수', 'erased님, 김erased'],
      ['%ZZ &bogus; \\u12 100% José', '%ZZ &bogus; \\u12 100% erased'],
    ] as const)
      expect(person.eraseText(text), text).to.equal(expected);
  });

  it('Leaves a name in the address of somebody else, in the host of a URL, and as an element or attribute of HTML.', () => {
    const person = eraserOf('x@customer.dev', 'dev', 'style', 'Ann', 'Li');
    for (const [text, expected = text] of [
      ['ann@other.dev'],
      ['Ann@other.dev', 'Ann@other.dev'],
      ['Ann.Li+dev@other.example, Ann', 'Ann.Li+dev@other.example, erased'],
      ['ann%40other.dev&amp;x=dev', 'ann%40other.dev&amp;x=erased'],
      ['ann&#64;dev.example'],
      ['https://dev.example/Ann?dev=1', 'https://dev.example/erased?erased=1'],
      ['https%3A%2F%2Fdev.example%2FAnn', 'https%3A%2F%2Fdev.example%2Ferased'],
      [String.raw`"https:\/\/x.dev\/Ann"`, String.raw`"https:\/\/x.dev\/erased"`],
      ['www.style.example, mail.dev', 'www.style.example, mail.dev'],
      ['See dev.example. Ask dev. Or J.Ann.', 'See dev.example. Ask erased. Or J.erased.'],
      ['<p style="color:red">style</p>', '<p style="color:red">erased</p>'],
      [`<p class=x style = 'a'><style>x</style>`, `<p class=x style = 'a'><style>x</style>`],
      ['<p title="dev style=x">', '<p title="erased erased=x">'],
      [String.raw`\u003cp style=\"x\"\u003eAnn`, String.raw`\u003cp style=\"x\"\u003eerased`],
      ['&lt;Ann&gt; style=x', '&lt;erased&gt; erased=x'],
      ['Hi @Ann, 1 < 2, style = Li', 'Hi @erased, 1 < 2, erased = erased'],
    ] as const)
      expect(person.eraseText(text), text).to.equal(expected);
  });

  it('finds each of fifty long names', () => {
    const names = Array.from({ length: 50 }, (_, index) => `Żółć${'ğüışö'.repeat(15)}${index} Smith${index}`);
    const person = eraserOf('x@customer.dev', ...names);
    const text = 'Hello Jim, your order is on its way. ';
    expect(person.eraseText(names.map((name) => text + name).join('\n'))).to.equal(
      names.map(() => `${text}erased`).join('\n'),
    );
  });

  it('looks for fifty names of up to 100 characters', () => {
    const long = 'Bo'.repeat(51);
    const names = Array.from({ length: 60 }, (_, index) => `Name${index}`);
    const person = eraserOf('x@customer.dev', long, ...names);
    expect(person.eraseText(`${long} Name49 Name50`)).to.equal(`${long} erased Name50`);
    expect(person.person.names.length).to.equal(50);
    expect(eraserOf('x@customer.dev').learnFrom([`"${long}" <x@customer.dev>`]).person.names).to.deep.equal(
      [],
    );
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

// Rendering of templates: both syntaxes, values and their fallbacks, escaping, and what is refused.
import { expect } from 'chai';
import { compileTemplate } from '../../../../shared/mail/templates/compile.ts';
import { renderTemplate } from '../../../../shared/mail/templates/render.ts';
import { TemplateRenderError } from '../../../../shared/mail/templates/template.ts';
import { CONTACT, declare, NO_FIELDS, renderSource, renderText } from './support/render-source.ts';

function errorOf(render: () => unknown): Pick<TemplateRenderError, 'message' | 'field' | 'variable'> {
  try {
    render();
  } catch (error) {
    if (!(error instanceof TemplateRenderError)) throw error;
    return { message: error.message, field: error.field, variable: error.variable };
  }
  throw new Error('nothing was refused');
}

describe('Rendering of templates', () => {
  it('escapes Liquid outputs in html only, and never a placeholder', () => {
    const source = '{{ x }} {{{x}}} {{ x | raw }}';
    const values = { variables: { x: `<b>"&'` } };
    const rendered = renderSource({ html: source, text: source, subject: source, from: source }, values);
    const raw = `<b>"&' <b>"&' <b>"&'`;
    expect(rendered).to.include({ subject: raw, from: raw, text: raw });
    expect(rendered.html).to.equal(`&lt;b&gt;&#34;&amp;&#39; <b>"&' <b>"&'`);
  });

  it('does not escape twice, and escapes before it inserts html breaks', () => {
    const values = { variables: { x: '<a>\n&amp;' } };
    const html = (source: string) => renderSource({ html: source }, values).html;
    expect(html('{{ x | escape }}')).to.equal('&lt;a&gt;\n&amp;amp;');
    expect(html('{{ x | escape_once }}')).to.equal('&lt;a&gt;\n&amp;');
    expect(html('{{ x | newline_to_br }}')).to.equal('&lt;a&gt;<br />\n&amp;amp;');
    expect(html('{{ x | escape_once | newline_to_br }}')).to.equal('&lt;a&gt;<br />\n&amp;');
    expect(html('{{ x | escape | upcase }}')).to.equal('&amp;LT;A&amp;GT;\n&amp;AMP;AMP;');
    expect(html('{% cycle x %}{% echo x | strip %}')).to.equal('&lt;a&gt;\n&amp;amp;'.repeat(2));
  });

  it('takes the given value, then the fallback of the place, then the declared one', () => {
    const variables = [declare('x', 'string', 'declared')];
    const source = '{{{x}}} {{{x|inline}}} {{ x }}';
    expect(renderText(source, { x: 'given' }, variables)).to.equal('given given given');
    expect(renderText(source, {}, variables)).to.equal('declared inline declared');
    expect(renderText(source, { x: null }, variables)).to.equal('declared inline declared');
    expect(renderText(source, { x: '' }, variables)).to.equal('  ');
    expect(renderText('{{{ x | a|b "c" {{ d }} {% e %} }}}', {}, [declare('x')])).to.equal(
      'a|b "c" {{ d }} {% e %}',
    );
    expect(renderText('[{{{x|}}}]', {}, [declare('x')])).to.equal('[]');
  });

  it('renders dotted paths; a property that does not exist is empty or the fallback of the place', () => {
    const values = { order: { id: 7, lines: [{ name: 'tea' }, { name: 'cup' }] }, key: 'id' };
    const source =
      '{{{order.id}}} {{ order.lines[1].name }} {{ order[key] }} {{ order.lines.first.name }} {{ order.lines.size }} ' +
      '{{{order.lines.0.name}}} [{{ order.none.deeper }}] {{{order.none|nothing}}} {{{gone.id|none}}}';
    const variables = [declare('order', 'object'), declare('key'), declare('gone', 'object')];
    expect(renderText(source, values, variables)).to.equal('7 cup 7 tea 2 tea [] nothing none');
  });

  it('renders lists and objects as JSON, and flat lists in Liquid as their items', () => {
    const values = { list: [1, 'a', true], deep: [{ a: [] }], object: { b: '"', n: null } };
    const source = '{{{list}}} {{ list }} {{ deep }} {{{object}}} {{ object }} {{ deep | join: "," }}';
    expect(renderText(source, values)).to.equal(
      '[1,"a",true] 1atrue [{"a":[]}] {"b":"\\"","n":null} {"b":"\\"","n":null} {"a":[]}',
    );
  });

  it('renders the contact; a value that it lacks is empty, or the fallback of the place', () => {
    const source =
      '{{{FIRST_NAME|there}}} {{ LAST_NAME }}{{{LAST_NAME|?}}} {{{EMAIL}}} {{ contact.properties.plan }} ' +
      '{{{contact.properties.none|-}}} {{ contact.unsubscribed }}{% if contact.last_name %}x{% endif %}';
    const render = (contact: typeof CONTACT | undefined) => renderSource({ text: source }, { contact }).text;
    expect(render(CONTACT)).to.equal('Ana ? ana@customer.test gold - false');
    expect(render({ ...CONTACT, first_name: '' })).to.match(/^there /);
    expect(render(undefined)).to.equal('there ?   - ');
  });

  it('names the empty values of the contact that it prints without a fallback, each once, and up to 20 of them', () => {
    const namesOf = (text: string, contact: typeof CONTACT | undefined = { ...CONTACT, first_name: '' }) =>
      renderSource({ subject: text, text }, { contact, variables: { x: 'key' } }).emptyNames;
    expect(
      namesOf(
        '{{{FIRST_NAME}}} {{ contact.last_name | upcase }} {{ contact.properties.none | append: "!" }}' +
          '{% if contact.last_name == nil %}{% echo contact.properties[x] %}{% cycle contact.first_name %}{% endif %}',
      ),
    ).to.deep.equal([
      'FIRST_NAME',
      'contact.last_name',
      'contact.properties.none',
      'contact.properties[…]',
      'contact.first_name',
    ]);
    expect(
      namesOf(
        '{{{FIRST_NAME|you}}} {{{LAST_NAME|}}} {{ FIRST_NAME | upcase | default: LAST_NAME }} {{ EMAIL }}' +
          '{% if FIRST_NAME %}{{ FIRST_NAME }}{% endif %}{% unless contact.last_name %}?{% endunless %}' +
          '{% assign a = FIRST_NAME %}{% capture b %}{{ LAST_NAME }}{% endcapture %}{{ a | default: b }}' +
          '{{ contact.unsubscribed }} {{ contact.properties.plan }} {{ FIRST_NAME == "" }} {{ x | append: LAST_NAME }}',
        { ...CONTACT, first_name: null },
      ),
    ).to.deep.equal([]);
    const many = Array.from({ length: 30 }, (_, number) => `{{ contact.properties.p${number} }}`).join('');
    expect(namesOf(many)).to.have.length(20);
    expect(namesOf(`{{ EMAIL }}{{ contact["${'é'.repeat(200)}"] }}`, undefined)[0]).to.have.length(100);
  });

  it('leaves markers for the links that the send worker puts in', () => {
    const source =
      '{{{UNSUBSCRIBE_URL|x}}} {{ RESEND_UNSUBSCRIBE_URL }} {{ PREFERENCES_URL }} {{{PREFERENCES_URL}}}';
    const links = '{{{UNSUBSCRIBE_URL}}}';
    const preferences = '{{{PREFERENCES_URL}}}';
    expect(renderSource({ html: source }).html).to.equal(`${links} ${links} ${preferences} ${preferences}`);
  });

  it('refuses a variable without a value and a fallback, where one is needed', () => {
    const variables = [declare('coupon'), declare('items', 'list')];
    for (const source of [
      '{{ coupon }}',
      '{{{coupon}}}',
      '{{ coupon | upcase }}',
      '{% assign a = coupon %}',
    ]) {
      expect(errorOf(() => renderText(source, {}, variables))).to.deep.equal({
        message: 'The variable `coupon` has no value and no fallback',
        field: 'text',
        variable: 'coupon',
      });
    }
    expect(errorOf(() => renderText('{% for i in items %}{% endfor %}', {}, variables)).variable).to.equal(
      'items',
    );
    expect(errorOf(() => renderText('{{ event.order.id }}')).variable).to.equal('event');
    expect(errorOf(() => renderText('{{ other }}', { other: 'x' }, [])).message).to.equal(
      'The variable `other` is not declared',
    );
  });

  it('lets a template test a variable without a value', () => {
    const source =
      '{% if coupon %}a{% elsif coupon == "x" %}b{% endif %}{% unless coupon %}c{% endunless %}' +
      '{% case coupon %}{% when nil %}d{% endcase %}{{ coupon | default: "e" }}{{ coupon | upcase | default: "f" }}' +
      '{{ "g" | default: coupon }}{% if event.id %}h{% endif %}{{{event.id|i}}}{{{coupon|j}}}';
    expect(renderText(source, {}, [declare('coupon')])).to.equal('cdefgij');
  });

  it('renders the event of an automation', () => {
    const event = { order: { id: 9 } };
    expect(renderSource({ text: '{{{event.order.id}}}{{ event.order.none }}' }, { event }).text).to.equal(
      '9',
    );
  });

  it('checks the types of the given values that the rendered fields use', () => {
    const wrong = {
      string: [1, ['number', 2], 'a string'],
      number: ['1', Number.NaN, 'a number'],
      boolean: ['true', 1, 'true or false'],
      list: [{}, 'a', 'a list'],
      object: [[], new Date(0), 'an object'],
    } as const;
    for (const [type, [first, second, name]] of Object.entries(wrong)) {
      const variables = [declare('x', type as keyof typeof wrong), declare('unused', 'number')];
      for (const x of [first, second]) {
        const error = errorOf(() => renderText('{% if x %}{% endif %}', { x, unused: 'text' }, variables));
        expect(error).to.deep.equal({
          message: `\`variables.x\` must be ${name}`,
          field: null,
          variable: 'x',
        });
      }
    }
  });

  it('renders the wanted fields only', () => {
    const template = compileTemplate(
      { ...NO_FIELDS, subject: '{{ a }}', html: '{{ b }}', replyTo: ['{{ b }}', '{{{a|}}}', 'c@x.test'] },
      [declare('a'), declare('b')],
    );
    const values = { variables: { b: 'B' }, contact: undefined };
    const none = { ...NO_FIELDS, emptyNames: [] };
    expect(renderTemplate(template, values, ['html'])).to.deep.equal({ ...none, html: 'B' });
    expect(renderTemplate(template, values, ['reply_to']).replyTo).to.deep.equal(['B', 'c@x.test']);
    expect(errorOf(() => renderTemplate(template, values)).field).to.equal('subject');
  });

  it('refuses a line break in a header, and what is no text anywhere', () => {
    const render = (field: 'from' | 'subject' | 'previewText' | 'html', x: string) =>
      renderSource({ [field]: 'a{{ x }}' }, { variables: { x } });
    expect(errorOf(() => render('subject', '\r')).message).to.equal(
      'The rendered `subject` contains a line break',
    );
    expect(errorOf(() => render('from', '\nBcc: x@x.test')).field).to.equal('from');
    expect(errorOf(() => renderSource({ replyTo: ['a\n'] })).field).to.equal('reply_to');
    expect(render('previewText', '\n').previewText).to.equal('a\n');
    expect(errorOf(() => render('html', '\0')).message).to.equal(
      'The rendered `html` contains a NUL character',
    );
    expect(errorOf(() => render('html', '\ud800')).message).to.include('surrogate');
  });

  it('bounds the output of all fields together', () => {
    const x = 'é'.repeat(300_000);
    expect(renderSource({ html: '{{ x }}' }, { variables: { x } }).html).to.equal(x);
    expect(
      errorOf(() => renderSource({ html: '{{ x }}', text: '{{ x }}' }, { variables: { x } })),
    ).to.deep.include({
      message: 'The output is larger than 1 MiB',
      field: 'text',
    });
  });

  it('knows the time only when it is given', () => {
    const now = new Date('2026-07-04T23:30:00Z');
    const text = '{{ "now" | date: "%Y-%m-%d %H:%M" }} {{ "today" | date: "%B" }}';
    expect(renderSource({ text }, { now }).text).to.equal('2026-07-04 23:30 July');
    expect(errorOf(() => renderSource({ text })).message).to.include('`now`');
    expect(renderText('{{ 0 | date: "%c" }} {{ "soon" | date: "%Y" }}')).to.equal(
      '1/1/1970, 12:00:00 AM soon',
    );
  });

  it('reads and prints dates the same on every machine', () => {
    const source =
      '{{ "2026-03-08T02:30:00Z" | date: "%c" }}|{{ "2026-03-08 02:30" | date: "%-d %x %X%%c" }}|{{ 0 | date: "%H", "Asia/Tokyo" }}';
    const zone = process.env['TZ'];
    // At that time clocks in New York go from 2 to 3.
    process.env['TZ'] = 'America/New_York';
    try {
      expect(renderText(source)).to.equal('3/8/2026, 2:30:00 AM|8 3/8/2026 2:30:00 AM%c|09');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('cuts texts between code points', () => {
    const source =
      '{{ x | slice: 1 }}{{ x | slice: -1 }}{{ x | truncate: 3, "" }}{{ x | truncate: 5 }} {{ x | split: "" | join: "," }} {{ x | replace: "", "-" }}';
    expect(renderText(source, { x: 'a😀b😀😀😀' })).to.equal(
      '😀😀a😀ba😀... a,😀,b,😀,😀,😀 a-😀-b-😀-😀-😀',
    );
  });

  it('counts the keys of an object, also of one that has the property size', () => {
    expect(
      renderText('{{ x.size }} {{ x | size }} {{ y.length }}', { x: { size: 'XL', a: 1 }, y: [1] }),
    ).to.equal('XL 2 1');
  });

  it('calls nothing in the data and reads own values only', () => {
    const called: string[] = [];
    const x = Object.create({ inherited: 'i' }, {});
    const data = {
      get getter() {
        return called.push('getter');
      },
      method: () => called.push('method'),
      toJSON: () => called.push('toJSON'),
      toString: () => called.push('toString'),
      nested: x,
    };
    const source =
      '{{ x.getter }}{{ x.method }}{{ x.nested.inherited }}{{ x | json }}{{ x }}{{ x | append: x | size }}';
    expect(renderText(source, { x: data })).to.equal('{"nested":null}{"nested":null}30');
    expect(called).to.deep.equal([]);
  });
});

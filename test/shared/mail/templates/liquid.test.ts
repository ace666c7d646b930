// Liquid itself: templates render as liquidjs renders them, and random sources and values throw nothing but the two errors
// of the engine. Where the engine differs on purpose (docs/architecture/templates.md), the pieces here avoid it.
import { expect } from 'chai';
import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import { findUnknownNames } from '../../../../shared/mail/templates/analyse.ts';
import { compileTemplate } from '../../../../shared/mail/templates/compile.ts';
import { renderTemplate } from '../../../../shared/mail/templates/render.ts';
import { TemplateRenderError, TemplateSyntaxError } from '../../../../shared/mail/templates/template.ts';
import { declareAll, NO_FIELDS, renderSource } from './support/render-source.ts';

const VALUES = {
  name: 'Ana <Maria> "O\'Neil" & co',
  blank_text: '  ',
  text: 'one two, three\nfour  five',
  date: '2026-02-03T04:05:06Z',
  n: 7,
  price: -12.345,
  zero: 0,
  yes: true,
  no: false,
  list: ['pear', 'Apple', 'fig', 'apple', 'fig'],
  numbers: [3, 1, 2],
  none: [],
  rows: [
    { name: 'tea', price: 3, sold: true },
    { name: 'cup', price: 1.5, sold: false },
    { name: 'Pot', price: 20 },
  ],
};

// biome-ignore format: a table.
const SNIPPETS = [
  '{{ name }}|{{ n }}|{{ price }}|{{ yes }}|{{ list }}|{{ rows[1].name }}|{{ rows.last.price }}|{{ text.size }}|{{ list.size }}',
  '{{ text | upcase }}{{ text | capitalize }}{{ name | strip_html }}{{ name | escape_once | raw }}{{ text | truncate: 9 }}',
  '{{ text | truncatewords: 2 }}|{{ text | truncatewords: 9, "!" }}|{{ text | split: " " | join: "+" }}|{{ text | split: "" | size }}',
  '{{ text | replace: "o", "0" }}{{ text | replace_first: "o", "$&" }}{{ text | replace_last: "o", "x" }}{{ text | remove: "o" }}',
  '{{ text | remove_first: "o" }}{{ text | remove_last: "o" }}{{ "a" | append: n | prepend: yes }}{{ blank_text | strip | size }}',
  '{{ text | slice: 2 }}{{ text | slice: -4, 3 }}{{ list | slice: 1, 2 | join }}{{ list | slice: -2 | join }}{{ text | squish }}',
  '{{ n | plus: 1.5 | times: 2 | minus: 3 | divided_by: 4 | round: 1 | modulo: 3 }}{{ price | abs | ceil }}{{ price | floor | at_least: 0 }}',
  '{{ list | sort | join }}{{ list | sort_natural | join }}{{ list | uniq | reverse | join: ", " }}{{ numbers | sort | first }}{{ numbers | sum }}',
  '{{ rows | map: "name" | join }}{{ rows | where: "sold" | map: "name" }}{{ rows | where: "price", 20 | map: "name" }}{{ rows | sort: "price" | map: "name" }}',
  '{{ rows | reject: "sold" | map: "name" | join }}{{ rows | sum: "price" }}{{ list | concat: numbers | push: 9 | unshift: 0 | pop | shift | join }}',
  '{{ list | compact | last }}{{ list | array_to_sentence_string }}{{ numbers | array_to_sentence_string: "or" }}{{ list | first }}',
  '{{ date | date: "%Y-%m-%d %H:%M:%S %b %A %-d %e %j %p" }}|{{ n | date: "%s" }}|{{ date | date_to_rfc822 }}|{{ date | date: "%H", "Europe/Berlin" }}',
  '{{ name | url_encode | url_decode }}{{ name | uri_escape }}{{ name | cgi_escape }}{{ name | slugify }}{{ n | json }}{{ rows | json }}',
  '{{ text | base64_encode | base64_decode }}{{ blank_text | default: "d" }}{{ none | default: "d" }}{{ no | default: "d" }}{{ no | default: "d", allow_false: true }}',
  '{% if n > 5 and no or yes %}a{% endif %}{% if no and no or yes %}b{% endif %}{% if not no %}c{% endif %}{% if list contains "fig" %}d{% endif %}',
  '{% if text contains "two" %}a{% endif %}{% if zero %}b{% endif %}{% if none == empty %}c{% endif %}{% if blank_text == blank %}d{% endif %}{% if missing == nil %}e{% endif %}',
  '{% if n == 7 %}a{% elsif n == 8 %}b{% else %}c{% endif %}{% unless n == 7 %}a{% else %}b{% endunless %}{% unless no %}{{ n }}{% endunless %}',
  '{% case n %}{% when 1, 7 %}a{% when 7 or 8 %}b{% else %}c{% endcase %}{% case list[0] %}{% when "x" %}{% else %}d{% endcase %}',
  '{% for i in list %}{{ forloop.index }}{{ forloop.rindex0 }}{{ forloop.first }}{{ forloop.last }}{{ forloop.length }}{{ i }}{% endfor %}',
  '{% for i in (1..n) reversed limit: 3 offset: 2 %}{{ i }}{% endfor %}{% for i in (1..n) limit: 2 %}{{ i }}{% endfor %}{% for i in (1..n) offset: continue %}{{ i }}{% endfor %}',
  '{% for i in list %}{% if i == "fig" %}{% break %}{% endif %}{% if forloop.first %}{% continue %}{% endif %}{{ i }}{% endfor %}{% for i in none %}{% else %}e{% endfor %}',
  '{% for r in rows %}{% for k in r %}{{ k[0] }}={{ k | last }};{% endfor %}{{ forloop.index }}{% endfor %}{% for c in name %}{{ c }}{% endfor %}',
  '{% tablerow i in list cols: 2 limit: 3 %}{{ i }}{{ tablerowloop.col }}{{ tablerowloop.row }}{{ tablerowloop.col_last }}{% endtablerow %}',
  '{% assign a = n | plus: 1 %}{{ a }}{% capture b %}<{{ a }}>{% endcapture %}{{ b }}{% for i in numbers %}{% assign a = a | plus: i %}{% endfor %}{{ a }}',
  '{% increment c %}{% increment c %}{{ c }}{% decrement d %}{% cycle "x", "y" %}{% cycle "x", "y" %}{% cycle "g": "x", "y" %}{% cycle "x", "y" %}',
  '{%- if yes -%}  a  {%- endif -%}  b {{- n -}} c {% raw %} {{ x }} {% endraw %}{% comment %} {% foo %} {% endcomment %}{% # note %}{% echo n %}',
  '{% assign s = "a\\"b" %}{{ s }}{{ \'it"s\' }}{{ list["first"] }}{{ rows[0]["name"] }}{% assign k = "name" %}{{ rows[0][k] }}{{ list[-1] }}{{ (2..4) | join }}',
  '{% for i in list %}{% break %}{% endfor %}x{% if yes %}{% for i in numbers %}{% capture q %}{{ i }}{% continue %}{% endcapture %}{% endfor %}{% endif %}y',
];

const liquid = new Liquid({
  ownPropertyOnly: true,
  outputEscape: 'escape',
  locale: 'en-US',
  timezoneOffset: 0,
});

// biome-ignore format: a table.
const pieces = fc.constantFrom(
  '{{', '}}', '{%', '%}', '{{{', '}}}', '{%-', '-}}', '|', ':', ',', '.', '..', '(', ')', '[', ']', '"', "'",
  '\\', '==',
  ' ', '\n', '\r\n', '\0', '\ud800', '😀', '<b>', '&',
  'if ', 'else', 'endif', 'for i in ', 'endfor', 'assign a = ', 'capture q', 'endcapture', 'case ', 'when ',
  'endcase', 'raw', 'endraw',
  'cycle ', 'tablerow i in ', 'endtablerow', 'increment a', 'break', 'comment', 'endcomment', 'echo ', '# ',
  'a', 'x', 'i', 'x.a', 'contact.email', 'event', 'forloop.index', 'FIRST_NAME', 'true', 'nil', 'empty', '1',
  '-2.5', '(1..3)', '"s"', 'and ', 'not ',
  'upcase', 'append: x', 'split: ","', 'join', 'date: "%d"', 'sort', 'map: "a"', 'json', 'default: 1',
  'slice: -1, 2', 'replace: "", "b"', 'times: x',
  '{{ x }}', '{{{x|b}}}', '{% if x %}', '{% endif %}', '{% for i in x %}', '{% endfor %}',
  '{{ x | sort | join }}', '{{ i | plus: x }}',
);

describe('Liquid in templates', () => {
  for (const source of SNIPPETS) {
    it(`renders as liquidjs does: ${source.slice(0, 60)}`, () => {
      const expected: unknown = liquid.parseAndRenderSync(source, { ...VALUES });
      const variables = [...declareAll(VALUES), ...declareAll({ missing: '' })];
      expect(renderSource({ html: source }, { variables: VALUES }, variables).html).to.equal(expected);
    });
  }

  it('throws nothing but its two errors, for any source and any values', () => {
    let rendered = 0;
    const source = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''));
    const property = fc.property(source, fc.jsonValue({ maxDepth: 3 }), (text, x) => {
      const values = { variables: { x }, contact: undefined };
      try {
        const template = compileTemplate({ ...NO_FIELDS, subject: text, html: text }, declareAll({ x }));
        findUnknownNames(template);
        renderTemplate(template, values);
        rendered += 1;
      } catch (error) {
        if (!(error instanceof TemplateSyntaxError || error instanceof TemplateRenderError)) throw error;
      }
    });
    fc.assert(property, { numRuns: 20_000 });
    expect(rendered).to.be.above(500);
  });
});

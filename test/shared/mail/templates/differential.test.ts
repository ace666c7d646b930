// Templates against liquidjs: random templates that both accept render to the same text, and of changed ones the engine
// accepts what liquidjs accepts. The tables have every difference (docs/architecture/templates.md).
import { expect } from 'chai';
import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import { compileTemplate } from '../../../../shared/mail/templates/compile.ts';
import { TemplateRenderError, TemplateSyntaxError } from '../../../../shared/mail/templates/template.ts';
import { inUtc } from '../../../../shared/platform/time/utc.ts';
import { extent } from '../../../support/extent.ts';
import { TEMPLATE_DATA } from './support/random-expressions.ts';
import { TEMPLATE_SOURCE } from './support/random-templates.ts';
import { declare, declareAll, NO_FIELDS, renderSource } from './support/render-source.ts';

const OPTIONS = { ownPropertyOnly: true, strictFilters: true, locale: 'en-US', timezoneOffset: 0 };
const LIQUID = {
  text: new Liquid(OPTIONS),
  html: new Liquid({ ...OPTIONS, outputEscape: 'escape' }),
};
/** Not that of the run: two engines differ in more corners than are listed, so another seed is for a change of ours. */
const SEED = 1;
const RUNS = extent('DIFFERENTIAL_RUNS', 1_000, 4_000);
type Values = Readonly<Record<string, unknown>>;
const REFUSED = 'refused';
/** A limit of the engine. liquidjs has none: a list that is joined to itself in a loop grows as long as there is memory. */
const LIMITED = 'limited';
const LIMIT_MESSAGE = /too (much|long)|(more|larger|longer) than/;

function renderLiquid(field: 'text' | 'html', source: string, values: Values): string {
  const template = LIQUID[field].parse(source);
  try {
    return inUtc(() => String(LIQUID[field].renderSync(template, structuredClone(values))));
  } catch {
    return REFUSED;
  }
}

function renderOurs(field: 'text' | 'html', source: string, variables: Values): string | null {
  try {
    return renderSource({ [field]: source }, { variables }, declareAll(variables))[field];
  } catch (error) {
    if (error instanceof TemplateRenderError) return LIMIT_MESSAGE.test(error.message) ? LIMITED : REFUSED;
    throw error;
  }
}

const VALUES = {
  t: 'a😀',
  n: 2,
  list: ['b', null, ['c', 'd']],
  rows: [{ a: 1 }, { a: null }, {}],
  o: { constructor: 1, size: 'XL', k: null },
};

/** What renders differently, on purpose. */
// biome-ignore format: a table.
const DIFFERENCES: readonly [source: string, liquidjs: string, ours: string][] = [
  // Objects and nested lists are JSON, so a list in a joined list has no commas, and what Liquid calls a text is text.
  ['{{ o.k }}{{ rows[0] }}', '[object Object]', '{"a":1}'],
  ['{{ list }}', 'bcd', '["b",null,["c","d"]]'],
  ['{{ list | join: "-" }}', 'b--c,d', 'b--cd'],
  ['{{ rows[0] | append: "" }}', '[object Object]', '{"a":1}'],
  ['{% if "1,2" contains n %}{% endif %}{% if "cd" contains list[2] %}x{% endif %}', '', 'x'],
  // null and absent are the same.
  ['{% if o.k == o.missing %}x{% endif %}', '', 'x'],
  ['{{ o.missing | json }}', '', 'null'],
  ['{{ list[1] | slice: 0 | json }}', '[]', '""'],
  ['{% for i in (1..3) limit: o.k %}{{ i }}{% endfor %}', '', '123'],
  // Comparisons with null and lists are false; null is not searched for as `null`.
  ['{% if o.k < 1 %}x{% endif %}', 'x', ''],
  ['{% if list[2] > list[0] %}x{% endif %}', 'x', ''],
  ['{% if "null" contains o.k %}x{% endif %}', 'x', ''],
  ['{% if nil == blank %}x{% endif %}', '', 'x'],
  // Numbers: bounds are whole, and what is not a number is 0.
  ['{{ (1.5..3) | join }}', '1.5 2.5 3.5', '1 2 3'],
  ['{{ (o.missing..2) | join }}', '', '0 1 2'],
  ['{% for i in (1..5) offset: -2 %}{{ i }}{% endfor %}', '45', '12345'],
  ['{% for i in (1..5) limit: -2 %}{{ i }}{% endfor %}', '123', ''],
  ['{{ list[2] | plus: 1 }}{{ "7" | split: "" | plus: 1 }}', '18', '11'],
  // Texts are not lists of characters, and no filter cuts a surrogate pair.
  ['{{ t[0] }}{{ t | first }}', 'aa', ''],
  ['{{ "😀a" | split: "" | size }}', '3', '2'],
  ['{{ "😀a" | replace: "", "-" | size }}', '5', '4'],
  // Properties.
  ['{{ o.constructor }}', '1', ''],
  ['{{ o | size }}', '0', '3'],
  ['{{ rows | compact: "a" | size }}{{ rows | uniq: "a" | size }}', '33', '12'],
  // Tags.
  [
    '{% for i in (1..1) %}{{ forloop }}{% endfor %}', '{"i":0,"length":1,"name":"i-(1..1)"}',
    '{"name":"i-(1..1)","index0":0,"index":1,"length":1,"rindex":1,"rindex0":0,"first":true,"last":true}',
  ],
  ['{% cycle 0, 1 %}', '', '0'],
  ['{% increment n %}{{ n }}', '23', '01'],
  [
    '{% tablerow i in (1..2) %}{% break %}{% endtablerow %}x',
    '<tr class="row1"><td class="col1"></td><td class="col2"></td></tr>',
    '<tr class="row1"><td class="col1"></td></tr>x',
  ],
  ['{% for i in (1..2) %}{% case 1 %}{% when 1 %}{% break %}{% when 1 %}x{% endcase %}{% endfor %}', 'x', ''],
  ['{% for i in (1..2) %}{% for j in (1..2) offset: continue %}x{% endfor %}{% endfor %}', 'xxxx', 'xx'],
];

/** What liquidjs accepts and the engine refuses, by a part of the message. */
const STRICTER: readonly [source: string, message: string][] = [
  ['{{ a b }}', 'no operator'],
  ['{{ a), b }}', 'unexpected'],
  ['{% if a == not b %}{% endif %}', 'needs a value'],
  ['{% assign a = "b %}', 'a quote is not closed'],
  ['{{ a | upcase: 1 }}', 'arguments and has'],
  ['{{ a | plus }}', 'arguments and has'],
  ['{{ a | upcase: b: 1 }}', 'has no option'],
  ['{{ [a] }}', 'a name is expected'],
  ['{% cycle "a" | where_exp: "a", "b" %}', 'is not supported'],
  ['{% increment %}', 'a name is expected'],
  ['{% assign forloop = 1 %}', 'is a reserved name'],
  ['{% capture a b %}{% endcapture %}', 'unexpected'],
  ['{% unless a %}{% else b %}{% endunless %}', 'unexpected'],
  ['{% unless a %}{% else %}{% else %}{% endunless %}', 'is not expected here'],
  ['{% case a %}{% else %}{% when 1 %}{% endcase %}', 'is not expected here'],
  ['{% case a %}{% when 1 nor 2 %}{% endcase %}', '`or` is expected'],
  ['{% case a %}{% when %}{% endcase %}', 'value expected'],
  ['{% cycle "a", %}', 'a value is expected'],
  ['{% cycle "a" "b" %}', 'no operator'],
  ['{% for i in a step: 2 %}{% endfor %}', 'is not an option'],
  ['{% for i in a limit %}{% endfor %}', 'is not an option'],
  ['{% tablerow i in a reversed %}{% endtablerow %}', 'is not an option'],
  ['{% raw %}{% endraw a %}', 'tag `raw` is not closed'],
];
const STRICTER_MESSAGES = [...new Set(STRICTER.map(([, message]) => message))];

/** The first fault; undefined when the engine accepts the source. */
function findFault(source: string): string | undefined {
  try {
    compileTemplate({ ...NO_FIELDS, html: source }, [declare('a')]);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error.message;
    throw error;
  }
}

function liquidAccepts(source: string): boolean {
  try {
    LIQUID.html.parse(source);
    return true;
  } catch {
    return false;
  }
}

const END_OF_RAW = /\{%-?\s*endraw\s*(-?%\})/g;

// biome-ignore format: a table.
const PIECES = [
  '{{', '}}', '{%', '%}', '-', '|', ':', ',', '.', '..', '(', ')', '[', ']', '"', "'", '=', '==', ' ',
  'if ', 'else', 'elsif ', 'endif', 'when ', 'in ', 'and ', 'or ', 'not ', 'reversed', 'limit', 'nil', '1',
  'x',
];

/** A template with a few pieces left out, doubled or replaced. */
const CHANGED_SOURCE = fc
  .tuple(
    TEMPLATE_SOURCE,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'double', ...PIECES)), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([source, changes]) => {
    const pieces = source.split(/\b|(?<=\W)(?=\W)/);
    for (const [at, change] of changes) {
      const index = at % pieces.length;
      const piece = pieces[index] ?? '';
      pieces[index] = change === 'drop' ? '' : change === 'double' ? piece + piece : change;
    }
    return pieces.join('');
  })
  // liquidjs ends raw text at a tag with anything after its name (STRICTER): the engine then reads on to a later end.
  .filter((source) => !source.includes('{{{') && !source.replaceAll(END_OF_RAW, '').includes('endraw'));

describe('Templates and liquidjs', () => {
  it('render random templates to the same text', () => {
    let characters = 0;
    let limited = 0;
    const property = fc.property(TEMPLATE_SOURCE, TEMPLATE_DATA, fc.boolean(), (source, values, isHtml) => {
      const field = isHtml ? 'html' : 'text';
      const ours = renderOurs(field, source, values);
      if (ours === LIMITED) {
        limited += 1;
        return;
      }
      const expected = renderLiquid(field, source, values);
      characters += expected.length;
      expect(ours).to.equal(expected);
    });
    fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
    expect(characters).to.be.above(20_000);
    expect(limited).to.be.below(50);
  });

  it('accept the same sources, except what the engine is stricter about', () => {
    let accepted = 0;
    const property = fc.property(CHANGED_SOURCE, (source) => {
      const fault = findFault(source);
      if (fault === undefined) accepted += 1;
      // The engine knows an end of `raw` with a dash before or right after its name.
      const isAccepted = liquidAccepts(source.replaceAll(END_OF_RAW, '{% endraw $1'));
      if (!isAccepted) expect(fault, source).to.be.a('string');
      else if (fault !== undefined) {
        expect(
          STRICTER_MESSAGES.some((message) => fault.includes(message)),
          `${fault} in ${source}`,
        ).to.equal(true);
      }
    });
    fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
    expect(accepted).to.be.above(200);
  });

  for (const [source, liquidjs, ours] of DIFFERENCES) {
    it(`differ on purpose: ${source}`, () => {
      expect(renderLiquid('text', source, VALUES)).to.equal(liquidjs);
      expect(renderOurs('text', source, VALUES)).to.equal(ours);
    });
  }

  for (const [source, message] of STRICTER) {
    it(`differ: liquidjs accepts ${source}`, () => {
      expect(liquidAccepts(source)).to.equal(true);
      expect(findFault(source)).to.include(message);
    });
  }

  it('end raw text with a dash at its name, and leave it unchanged', () => {
    const before = '{% raw %} {{ x }} {%- endraw -%} y';
    const atEnd = '{% raw %} {{ x }} {% endraw-%} y';
    for (const source of [before, atEnd]) {
      expect(liquidAccepts(source)).to.equal(false);
      expect(renderOurs('text', source, {})).to.equal(' {{ x }} y');
    }
  });
});

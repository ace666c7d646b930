// Parsing of templates: what is a fault, where it is, and what a template uses.
import { expect } from 'chai';
import type { MailContent } from '../../../../shared/contract/mail/fields.ts';
import { findUnknownNames, findUsesOfName } from '../../../../shared/mail/templates/analyse.ts';
import { compileTemplate } from '../../../../shared/mail/templates/compile.ts';
import { TemplateSyntaxError } from '../../../../shared/mail/templates/template.ts';
import { declare, NO_FIELDS, renderText } from './support/render-source.ts';

const compile = (source: Partial<MailContent>, keys: readonly string[] = []) =>
  compileTemplate(
    { ...NO_FIELDS, ...source },
    keys.map((key) => declare(key)),
  );

function problemsOf(source: Partial<MailContent>): TemplateSyntaxError['problems'] {
  try {
    compile(source);
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error.problems;
    throw error;
  }
  return [];
}

/** Sources with a fault, its line and its column, and a part of the message. */
const FAULTS: readonly [source: string, line: number, column: number, message: string][] = [
  ['a\n {{{x', 2, 2, '`{{{` is not closed'],
  ['a\r\n\r\n {{{ | x }}}', 3, 2, 'name of a variable'],
  ['{{{a b}}}', 1, 1, 'name of a variable'],
  ['{{{x|{{{y}}} }}}{{ y', 1, 17, 'not closed'],
  ['{% if a %}\n{% unless b %}{% endif %}', 2, 15, 'tag `endif` is not expected here'],
  ['x{% if a %}', 1, 2, 'tag `if` is not closed'],
  ['{% if a == %}{% endif %}', 1, 9, '`==` needs a value'],
  ['{% if a == b c %}{% endif %}', 1, 7, 'no operator'],
  ['{% include "x" %}', 1, 1, 'tag `include` is not supported'],
  ['{% liquid\n echo 1 %}', 1, 1, 'tag `liquid` is not supported'],
  ['{{ x | find_exp: "a", "b" }}', 1, 8, 'filter `find_exp` is not supported'],
  ['{{ x | __proto__ }}', 1, 8, 'filter `__proto__` is not supported'],
  ['{{ x | append }}', 1, 8, 'filter `append` needs 1 arguments and has 0'],
  ['{{ x | upcase: a: 1 }}', 1, 8, 'filter `upcase` has no option `a`'],
  ['{{ x | default: "a, b }} {{ y }}', 1, 1, 'not closed'],
  ['{% assign a = "b %}', 1, 15, 'a quote is not closed'],
  ['{{ }}', 1, 4, 'a value is expected'],
  ['{{ a, b }}', 1, 5, 'unexpected'],
  ['{{ (1..) }}', 1, 8, 'value expected'],
  ['{% assign contact = 1 %}', 1, 11, '`contact` is a reserved name'],
  ['{% for forloop in x %}{% endfor %}', 1, 8, '`forloop` is a reserved name'],
  ['{% for i in x step: 2 %}{% endfor %}', 1, 15, '`step` is not an option'],
  ['{% case x %}{% when 1 nor 2 %}{% endcase %}', 1, 23, '`or` is expected'],
  ['{% case x %}{% else %}{% when 1 %}{% endcase %}', 1, 23, 'tag `when` is not expected here'],
  ['{% # a\n b %}', 1, 1, 'begins with `#`'],
];

describe('Parsing of templates', () => {
  for (const [source, line, column, message] of FAULTS) {
    it(`finds the fault in ${JSON.stringify(source)}`, () => {
      const [problem, ...others] = problemsOf({ html: source });
      expect(problem).to.include({ field: 'html', line, column });
      expect(problem?.message).to.include(message);
      expect(others).to.deep.equal([]);
    });
  }

  it('reports the first fault of each field', () => {
    const problems = problemsOf({
      subject: '{{{',
      replyTo: ['a@x.test', ' {{{'],
      html: '{{{\n{{{',
      text: 'fine',
    });
    expect(problems.map(({ field, line, column }) => [field, line, column])).to.deep.equal([
      ['subject', 1, 1],
      ['reply_to', 1, 2],
      ['html', 1, 1],
    ]);
  });

  it('refuses over 512 KiB of UTF-8 in all fields together', () => {
    const half = 'é'.repeat(128 * 1024);
    expect(problemsOf({ html: half, text: half })).to.deep.equal([]);
    expect(problemsOf({ subject: 'x', html: half, text: half })).to.deep.equal([
      { field: 'text', line: 1, column: 1, message: 'the template is larger than 512 KiB' },
    ]);
  });

  it('leaves `{{{` in raw text and in comments alone, and keeps the control of blanks around placeholders', () => {
    expect(renderText('{% raw %}{{{x}}} {{{{% endraw %}{% comment %}{{{y}}}{% endcomment %}')).to.equal(
      '{{{x}}} {{{',
    );
    expect(renderText('a {%- if true -%} \n {{{x}}} \n {%- endif -%} b', { x: 'X' })).to.equal('aXb');
    expect(renderText('a {{- x -}} {{{x}}} {{- x }} b', { x: 'X' })).to.equal('aXXX b');
  });

  it('finds out what a template uses', () => {
    expect(compile({ html: 'x' })).to.include({ usesContact: false });
    const ofContact = ['{{ contact.email }}', '{{{FIRST_NAME}}}', '{% if EMAIL %}{% endif %}'];
    for (const source of [...ofContact, '{{ "a" | append: LAST_NAME }}'])
      expect(compile({ subject: source }).usesContact, source).to.equal(true);
    const ofEvent = compile({ html: 'x', text: 'a\n{% for i in event.items %}{{ event.x }}{% endfor %}' });
    expect(findUsesOfName(ofEvent, 'event', 'no value')).to.deep.equal([
      { field: 'text', line: 2, column: 13, message: 'no value' },
    ]);
  });

  it('finds undeclared and unknown names, each once per field at its first place', () => {
    const template = compile(
      {
        subject: '{{ x }} {{{POLL}}}',
        html: '{{{known}}} {{ assigned }}\n {{ x | append: y }}{{{x|fallback}}} {% assign assigned = 1 %}{% for i in list %}{{ i.a }}{{ forloop.index }}{% endfor %}',
        text: '{{{contact.age}}} {{ contact.properties.age }} {{ contact.first_name }} {{{POLL}}} {{ this.x }} {{ forloop.index }} {{ event.x }} {{{UNSUBSCRIBE_URL}}} {{ i }}',
      },
      ['known', 'list'],
    );
    const undeclared = (name: string) => `Variable \`${name}\` is used in the template but not declared`;
    expect(
      findUnknownNames(template).map(({ field, line, column, message }) => [field, line, column, message]),
    ).to.deep.equal([
      ['subject', 1, 4, undeclared('x')],
      ['subject', 1, 9, '`POLL` has a value in `html` and `text` only'],
      ['html', 2, 5, undeclared('x')],
      ['html', 2, 17, undeclared('y')],
      ['text', 1, 1, '`contact.age` is an unknown name; a property is `{{{contact.properties.age}}}`'],
      ['text', 1, 87, '`this` is an unknown name'],
      ['text', 1, 100, '`forloop` is used outside of its loop'],
      ['text', 1, 156, undeclared('i')],
    ]);
  });
});

// Random templates for the comparison with liquidjs: all supported tags, nested.
import fc from 'fast-check';
import { ExpressionWriter } from './random-expressions.ts';

/** A template that both engines accept. */
export const TEMPLATE_SOURCE = fc.gen().map((draw) => new TemplateWriter(draw).write());

const FORLOOP = ['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length', 'name'];

const LOOP_LISTS = [
  ['words', 'text'],
  ['al', 'text'],
  ['t', 'text'],
  ['nums', 'number'],
  ['(1..3)', 'number'],
  ['(n..3)', 'number'],
  ['(-1..words.size)', 'number'],
  ['rows', 'row'],
  ['any', 'any'],
  ['obj', 'any'],
] as const;

class TemplateWriter extends ExpressionWriter {
  write(): string {
    const start = '{% assign at = "x" %}{% assign an = 1 %}{% assign al = words %}{% assign ar = rows %}';
    return start + this.#body(3);
  }

  #body(depth: number): string {
    return this.many(depth + 2, () => this.#node(depth));
  }

  #node(depth: number): string {
    const simple = [
      () => this.pick(['x', ' \n ', 'y\n', '<b>', ' ']),
      () => this.#output(),
      () => this.#output(),
      () => this.#statement(),
      () => this.#rest(),
    ];
    const nested = [
      () => this.#if(depth - 1),
      () => this.#case(depth - 1),
      () => this.#loop(depth - 1),
      () => this.#loop(depth - 1),
      () => `${this.#tag('capture at')}${this.#body(depth - 1)}${this.#tag('endcapture')}`,
    ];
    return this.pick(depth > 0 ? [...simple, ...nested] : simple)();
  }

  #tag(content: string): string {
    return `{%${this.pick(['', '', '-'])} ${content} ${this.pick(['', '', '-'])}%}`;
  }

  #output(): string {
    const dashes = [this.pick(['', '', '-']), this.pick(['', '', '-'])];
    return this.nat(4) === 0
      ? this.#tag(`echo ${this.printed()}`)
      : `{{${dashes[0]} ${this.printed()} ${dashes[1]}}}`;
  }

  #if(depth: number): string {
    const name = this.pick(['if', 'unless']);
    const branches = this.many(2, () => this.#tag(`elsif ${this.condition()}`) + this.#body(depth));
    const otherwise = this.nat(1) === 0 ? '' : this.#tag('else') + this.#body(depth);
    return `${this.#tag(`${name} ${this.condition()}`)}${this.#body(depth)}${branches}${otherwise}${this.#tag(`end${name}`)}`;
  }

  #case(depth: number): string {
    const when = () =>
      `when ${this.scalar()}${this.many(2, () => `${this.pick([',', ' or'])} ${this.scalar()}`)}`;
    // A jump out of a branch is a difference, so its content has none.
    const branches = this.many(3, () => this.#tag(when()) + this.pick(['', 'w', this.#output()]));
    const otherwise = this.nat(1) === 0 ? '' : this.#tag('else') + this.#body(depth);
    return `${this.#tag(`case ${this.nat(2) === 0 ? this.text() : this.scalar()}`)} z${branches}${otherwise}${this.#tag('endcase')}`;
  }

  #loop(depth: number): string {
    const isTable = this.nat(4) === 0;
    const [list, type] = this.pick(LOOP_LISTS);
    const item = this.pick(type === 'text' ? ['i', 'j', 't', 'at'] : ['i', 'j']);
    const isContinued = !isTable && this.nat(5) === 0;
    const before = isContinued ? `{% for ${item} in ${list} limit: ${this.nat(2)} %}{% endfor %}` : '';
    const options = this.many(2, () => `${this.pick([' ', ', '])}${this.#option(isTable)}`);
    const offset = isContinued ? ' offset: continue' : '';
    const body = this.#withItem(item, type, () =>
      isTable ? this.#body(depth) + this.#tableState() : this.#inLoop(() => this.#body(depth) + this.#jump()),
    );
    const otherwise = isTable || this.nat(1) === 0 ? '' : this.#tag('else') + this.#body(depth);
    const name = isTable ? 'tablerow' : 'for';
    const opening = this.#tag(`${name} ${item} in ${list}${options}${offset}`);
    return `${before}${opening}${body}${otherwise}${this.#tag(`end${name}`)}`;
  }

  /** Inside, the name has this type alone: an outer loop may use it for another. */
  #withItem(item: string, type: string, write: () => string): string {
    const outer = { text: [...this.names.text], number: [...this.names.number] };
    const isOther = (name: string) => name !== item && !name.startsWith(`${item}.`);
    const text = outer.text.filter(isOther);
    const number = outer.number.filter(isOther);
    if (type === 'text') text.push(item);
    if (type === 'number') number.push(item);
    if (type === 'row') {
      text.push(`${item}.name`);
      number.push(`${item}.price`);
    }
    Object.assign(this.names, { text, number });
    const written = write();
    Object.assign(this.names, outer);
    return written;
  }

  #inLoop(write: () => string): string {
    this.loopDepth += 1;
    const written = write();
    this.loopDepth -= 1;
    return written;
  }

  #option(isTable: boolean): string {
    const count = this.pick(['0', '1', '2', '9', 'words.size']);
    const name = this.pick(isTable ? ['cols', 'limit', 'offset'] : ['limit', 'offset', 'reversed']);
    return name === 'reversed' ? name : `${name}: ${count}`;
  }

  #tableState(): string {
    const names = ['row', 'col', 'col0', 'col_first', 'index', 'last', 'length', 'rindex0'];
    return `{{ tablerowloop.${this.pick(names)} }}`;
  }

  #jump(): string {
    const jump = this.#tag(this.pick(['break', 'continue']));
    return this.pick([
      '',
      '',
      jump,
      `{% if ${this.condition()} %}${jump}{% endif %}q{{ forloop.${this.pick(FORLOOP)} }}`,
    ]);
  }

  #statement(): string {
    return this.#tag(
      this.pick([
        () => `assign at = ${this.text()}`,
        () => `assign an = ${this.number()}`,
        () => `assign al = ${this.words()}`,
        () => `assign ar = ${this.rows()}`,
        () =>
          this.pick(['increment c', 'decrement d', 'increment d', 'cycle "x", "y"', 'cycle "x","y" , "z"']),
        () => `cycle ${this.pick(['', 'n: ', 'yes: ', '"g": '])}${this.literal()}, t, ${this.text()}`,
      ])(),
    );
  }

  #rest(): string {
    return this.pick([
      () => `{%${this.pick(['', '-'])} raw %} {{ x }} {% y {% if %} {% endraw ${this.pick(['', '-'])}%}`,
      () => `${this.#tag('comment')} {{ x }} {% foo %} ${this.#tag('endcomment')}`,
      () => '{% # a note\n # more %}',
      () => '{{ t }}',
    ])();
  }
}

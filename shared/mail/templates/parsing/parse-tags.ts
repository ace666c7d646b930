// Parsers of the tags with several parts: conditions, `case`, loops and `cycle`.
import type { TagToken } from 'liquidjs';
import type {
  Body,
  CaseBranch,
  Expression,
  IfBranch,
  LoopOptions,
  OutputValue,
  TemplateNode,
} from '../tree.ts';
import type { ExpressionReader, TagOption } from './expression-reader.ts';
import type { FieldScope } from './field-scope.ts';
import { TemplateFault } from './template-tokenizer.ts';

/** The input of tag parsers: the rest of the field. */
export interface TagParser {
  readonly scope: FieldScope;
  /** A reader of the content of a tag, after its name. */
  read(tag: TagToken): ExpressionReader;
  /** Parses up to one of these tags. @returns that tag too */
  parseUntil(opening: TagToken, ends: readonly string[]): { body: TemplateNode[]; end: TagToken };
  withEscape(value: Expression): OutputValue;
}

/** `if` and `unless`, with `elsif` and `else`. */
export function parseIf(parser: TagParser, opening: TagToken, reader: ExpressionReader): TemplateNode {
  const branches: IfBranch[] = [];
  const ends = ['elsif', 'else', `end${opening.name}`];
  let test = readWhole(reader);
  for (let isNegated = opening.name === 'unless'; ; isNegated = false) {
    const { body, end } = parser.parseUntil(opening, ends);
    branches.push({ test, isNegated, body });
    if (end.name !== 'elsif') return { kind: 'if', branches, otherwise: parseElse(parser, opening, end) };
    test = readWhole(parser.read(end));
  }
}

/** The body of `else`, if the tag is one; it must be the last part. */
function parseElse(parser: TagParser, opening: TagToken, tag: TagToken): Body {
  parser.read(tag).requireEnd();
  if (tag.name !== 'else') return [];
  const { body, end } = parser.parseUntil(opening, [`end${opening.name}`]);
  parser.read(end).requireEnd();
  return body;
}

/** `case` with `when` and `else`. The part before the first `when` is dropped, as liquidjs does. */
export function parseCase(parser: TagParser, opening: TagToken, reader: ExpressionReader): TemplateNode {
  const value = readWhole(reader);
  const branches: CaseBranch[] = [];
  const ends = ['when', 'else', 'endcase'];
  let { end } = parser.parseUntil(opening, ends);
  while (end.name === 'when') {
    const values = readAlternatives(parser.read(end));
    const branch = parser.parseUntil(opening, ends);
    branches.push({ values, body: branch.body });
    end = branch.end;
  }
  return { kind: 'case', value, branches, otherwise: parseElse(parser, opening, end) };
}

/** Values with `,` or `or` between. */
function readAlternatives(reader: ExpressionReader): Expression[] {
  const values = [reader.readValue()];
  while (!reader.isAtEnd()) {
    const { offset } = reader;
    if (!reader.skip(',') && reader.readName() !== 'or') throw new TemplateFault('`or` is expected', offset);
    values.push(reader.readValue());
  }
  return values;
}

/** `for` and `tablerow`. */
export function parseLoop(parser: TagParser, opening: TagToken, reader: ExpressionReader): TemplateNode {
  const { scope } = parser;
  const { offset } = reader;
  const name = reader.readName();
  scope.checkAssignable(name, offset);
  if (reader.readName() !== 'in') throw new TemplateFault('`in` is expected', offset);
  const listBegin = reader.offset;
  const list = reader.readValue();
  const listText = opening.input.slice(listBegin, reader.offset).trim();
  const isTable = opening.name === 'tablerow';
  const options = readLoopOptions(reader, isTable);
  reader.requireEnd();

  const slot = scope.nextSlot;
  const loopName = isTable ? 'tablerowloop' : 'forloop';
  const ends = isTable ? ['endtablerow'] : ['else', 'endfor'];
  const { body, end } = scope.withinLoop({ name, loopName, slot }, () => parser.parseUntil(opening, ends));
  return {
    kind: 'loop',
    isTable,
    list,
    slot,
    options,
    name: `${name}-${listText}`,
    body,
    otherwise: parseElse(parser, opening, end),
  };
}

function readLoopOptions(reader: ExpressionReader, isTable: boolean): LoopOptions {
  const options: LoopOptions = { limit: null, offset: null, columns: null, isReversed: false };
  for (const option of reader.readOptions()) {
    if (!setOption(options, option, isTable))
      throw new TemplateFault(`\`${option.name}\` is not an option of this tag`, option.offset);
  }
  return options;
}

/** @returns whether the tag has the option */
function setOption(options: LoopOptions, { name, value }: TagOption, isTable: boolean): boolean {
  if (name === 'reversed' && value === null && !isTable) options.isReversed = true;
  else if (name === 'offset' && value === 'continue' && !isTable) options.offset = value;
  else if (value === null || value === 'continue') return false;
  else if (name === 'limit' || name === 'offset') options[name] = value;
  else if (name === 'cols' && isTable) options.columns = value;
  else return false;
  return true;
}

/** `{% cycle "a", "b" %}`, or with the name of a group and a colon before. */
export function parseCycle(parser: TagParser, opening: TagToken, reader: ExpressionReader): TemplateNode {
  const group = reader.readGroup();
  const key = opening.input.slice(reader.offset, opening.contentRange[1]);
  const values: OutputValue[] = [];
  do values.push(parser.withEscape(reader.readFiltered()));
  while (reader.skip(','));
  reader.requireEnd();
  return { kind: 'cycle', group, key, values };
}

function readWhole(reader: ExpressionReader): Expression {
  const value = reader.readFiltered();
  reader.requireEnd();
  return value;
}

// Filters that liquidjs has: those whose result has a bounded size and that call nothing in the data. They get texts and
// numbers only. An error of theirs, such as of a text that is no base64, is the template's.
import { Context, Liquid, filters as library, Tokenizer } from 'liquidjs';
import type { RenderBudget } from '../budget.ts';
import { isNil, numberOf, textOf } from '../data.ts';
import { TemplateRenderError } from '../template.ts';
import { type FilterDefinition, type Filters, filter, textFilter } from './filter.ts';

/** The language and the time zone do not depend on the machine: English and UTC. */
const LIQUID = new Liquid({ locale: 'en-US', timezoneOffset: 0 });
const CONTEXT = new Context({}, LIQUID.options, { sync: true });
const [TOKEN] = new Tokenizer('| date').readFilters();

export const LIBRARY_FILTERS: Filters = {
  abs: ofNumbers('abs', 0),
  at_least: ofNumbers('at_least', 1),
  at_most: ofNumbers('at_most', 1),
  ceil: ofNumbers('ceil', 0),
  divided_by: ofNumbers('divided_by', 1),
  floor: ofNumbers('floor', 0),
  minus: ofNumbers('minus', 1),
  modulo: ofNumbers('modulo', 1),
  plus: ofNumbers('plus', 1),
  round: ofNumbers('round', [0, 1]),
  times: ofNumbers('times', 1),

  capitalize: ofText('capitalize'),
  downcase: ofText('downcase'),
  lstrip: ofText('lstrip', [0, 1]),
  rstrip: ofText('rstrip', [0, 1]),
  strip: ofText('strip', [0, 1]),
  strip_html: ofText('strip_html'),
  strip_newlines: ofText('strip_newlines'),
  upcase: ofText('upcase'),
  normalize_whitespace: ofText('normalize_whitespace'),
  squish: ofText('squish'),

  base64_decode: ofText('base64_decode'),
  base64_encode: ofText('base64_encode'),
  cgi_escape: ofText('cgi_escape'),
  slugify: ofText('slugify'),
  uri_escape: ofText('uri_escape'),
  url_decode: ofText('url_decode'),
  url_encode: ofText('url_encode'),

  date: ofDate('date', [0, 2]),
  date_to_long_string: ofDate('date_to_long_string', [0, 2]),
  date_to_rfc822: ofDate('date_to_rfc822', 0),
  date_to_string: ofDate('date_to_string', [0, 2]),
  date_to_xmlschema: ofDate('date_to_xmlschema', 0),
};

type NumberOfArguments = FilterDefinition['minArguments'] | readonly [number, number];

function ofNumbers(name: string, count: NumberOfArguments): FilterDefinition {
  return filter(count, (input, values) => callLibrary(name, numberOf(input), values.map(numberOf)));
}

function ofText(name: string, count: NumberOfArguments = 0): FilterDefinition {
  return textFilter(count, (text, values, budget) => {
    const texts = values.map((value) => textOf(value, budget));
    // The characters to strip: the library makes a set of them.
    for (const argument of texts) budget.needle(argument);
    return callLibrary(name, text, texts);
  });
}

/** A date has about 30 characters; a longer text is none, and is not parsed. */
const MAX_DATE_LENGTH = 100;
const MAX_FORMAT_LENGTH = 100;
/** A width of three digits or more, which `%d` and `%N` would fill with zeros. */
const LARGE_WIDTH = /%[-_0^#:]*\d{3}/;
/** A date costs up to 30 µs per name of a month or a day. */
const WORK_OF_DATE = 1_000;

function ofDate(name: string, count: NumberOfArguments): FilterDefinition {
  return filter(count, (input, values, budget) => {
    budget.work(WORK_OF_DATE);
    const options = values.map((value) => dateOption(value, budget));
    if (typeof input === 'number') return callLibrary(name, input, options);
    if (typeof input !== 'string' || input.length > MAX_DATE_LENGTH) return textOf(input, budget);
    return callLibrary(name, secondsOfNow(input, budget) ?? input, options);
  });
}

/** A format or a time zone; undefined for the usual one. */
function dateOption(value: unknown, budget: RenderBudget): string | number | undefined {
  if (isNil(value) || typeof value === 'number') return value ?? undefined;
  const option = textOf(value, budget);
  if (option.length <= MAX_FORMAT_LENGTH && !LARGE_WIDTH.test(option)) return option;
  throw new TemplateRenderError('The format of a date is too long');
}

/** The seconds since 1970 when the input is the word for it: the library would read the clock. */
function secondsOfNow(input: string, { now }: RenderBudget): number | undefined {
  if (input !== 'now' && input !== 'today') return undefined;
  if (now === undefined) throw new TemplateRenderError(`The date \`${input}\` is not known here`);
  return Math.floor(now.getTime() / 1_000);
}

/** @throws TemplateRenderError if the filter refuses its input */
export function callLibrary(
  name: string,
  input: string | number,
  values: readonly (string | number | undefined)[],
): unknown {
  const handler = library[name];
  if (typeof handler !== 'function' || TOKEN === undefined) throw new Error(`liquidjs has no filter ${name}`);
  try {
    return handler.apply({ context: CONTEXT, token: TOKEN, liquid: LIQUID }, [input, ...values]);
  } catch (error) {
    throw new TemplateRenderError(`The filter \`${name}\` cannot read its input`, null, { cause: error });
  }
}

// Filters that liquidjs has: those whose result has a bounded size and that call nothing in the data. They get texts and
// numbers only. An error of theirs, such as of a text that is not base64, is the template's.
import { Context, Liquid, filters as library, Tokenizer } from 'liquidjs';
import { inUtc } from '../../../platform/time/utc.ts';
import type { RenderBudget } from '../budget.ts';
import { isNil, numberOf, textOf } from '../data.ts';
import { MAX_URL_TEXT_LENGTH } from '../limits.ts';
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
  divided_by: ofNumbers('divided_by', [1, 2]),
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

  cgi_escape: ofUrlText('cgi_escape'),
  slugify: ofUrlText('slugify'),
  uri_escape: ofUrlText('uri_escape'),
  url_decode: ofUrlText('url_decode'),
  url_encode: ofUrlText('url_encode'),

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

function ofUrlText(name: string): FilterDefinition {
  return textFilter(0, (text) => {
    if (text.length > MAX_URL_TEXT_LENGTH) throw new TemplateRenderError('A text is too long for a URL');
    return callLibrary(name, text, []);
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
    const isText = typeof input === 'string' && input.length <= MAX_DATE_LENGTH;
    if (!isText && typeof input !== 'number') return textOf(input, budget);
    const date = isText ? (secondsOfNow(input, budget) ?? input) : input;
    // The library reads and shows dates in the time zone of the machine.
    return inUtc(() => callLibrary(name, date, options));
  });
}

/** The formats that liquidjs writes in the language of the machine. */
const LOCAL_FORMATS: ReadonlyMap<string, string> = new Map([
  ['%c', '%-m/%-d/%Y, %-I:%M:%S %p'],
  ['%x', '%-m/%-d/%Y'],
  ['%X', '%-I:%M:%S %p'],
]);

/** A format or a time zone; undefined for the usual one. */
function dateOption(value: unknown, budget: RenderBudget): string | number | undefined {
  if (isNil(value) || typeof value === 'number') return value ?? undefined;
  const option = textOf(value, budget);
  if (option.length > MAX_FORMAT_LENGTH || LARGE_WIDTH.test(option)) {
    throw new TemplateRenderError('The format of a date is too long');
  }
  return option.replaceAll(/%[%cxX]/g, (code) => LOCAL_FORMATS.get(code) ?? code);
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

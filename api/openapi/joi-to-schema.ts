// Converts a joi schema to JSON Schema, by way of joi's own description of it (`describe()`). Ready-made converters
// drop what these schemas rely on (`single`, `empty`, `allow('')`), so their result would refuse input that the API
// accepts. The JSON Schema accepts everything that joi accepts; it is less strict where JSON Schema cannot express a
// rule: custom functions, relations between fields, forbidden fields. A rule that is neither known nor deliberately
// left out is an error, so that a new rule cannot get lost silently.
import type Joi from 'joi';
import type { JsonSchema } from '../../shared/contract/json-schema.ts';

/** The part of joi's description that the conversion reads. */
interface Described {
  type: string;
  flags?: {
    id?: string;
    only?: boolean;
    presence?: 'required' | 'forbidden' | 'optional';
    default?: unknown;
    empty?: Described;
    single?: boolean;
    description?: string;
  };
  allow?: unknown[];
  examples?: unknown[];
  rules?: Rule[];
  keys?: Record<string, Described>;
  patterns?: { schema?: Described; rule: Described }[];
  items?: Described[];
  matches?: { schema?: Described }[];
  shared?: Described[];
  link?: { ref: { path: string[]; type: string } };
  /** `describedBy`: the schema of the form of a value that a function of ours reads. */
  metas?: { describedBy?: Described }[];
}

interface Rule {
  name: string;
  args?: { limit?: number; regex?: string; options?: { invert?: boolean } };
}

/** @returns the JSON Schema of what a joi schema accepts @throws Error for a rule that it cannot express */
export function joiToSchema(schema: Joi.Schema): JsonSchema {
  return convert(schema.describe() as Described);
}

/** Parts that are converted, or that do not affect the accepted values; relations between fields are left out. */
const KNOWN_PARTS = new Set(
  'type flags allow examples rules keys patterns items matches shared link preferences dependencies notes tags metas'.split(
    ' ',
  ),
);
const KNOWN_FLAGS = new Set(
  'id only presence default empty single unsafe description label error'.split(' '),
);

/** A schema with an id appears once in the description, under its id; links to it allow recursive schemas. */
function convert(described: Described): JsonSchema {
  const { flags = {}, examples } = described;
  const [form] = formsOf(described);
  const accepted = form
    ? convert(form)
    : flags.id === undefined
      ? withAllowedValues(described)
      : referTo(flags.id);
  return {
    ...(flags.description !== undefined && { description: flags.description }),
    ...withEmptyValues(accepted, flags),
    ...('default' in flags && isJson(flags.default) && { default: flags.default }),
    ...(examples && { examples }),
  };
}

/**
 * The schemas with an id inside a schema, for `components.schemas` of the description.
 * @returns id → schema
 */
export function namedSchemas(schema: Joi.Schema): Record<string, JsonSchema> {
  return Object.fromEntries(
    partsOf(schema.describe() as Described).flatMap((part) =>
      part.flags?.id === undefined ? [] : [[part.flags.id, withAllowedValues(part)]],
    ),
  );
}

/** A schema and all those inside it. */
function partsOf(described: Described): Described[] {
  const { keys = {}, patterns = [], items = [], matches = [], shared = [] } = described;
  const inner = [
    ...Object.values(keys),
    ...patterns.map(({ rule }) => rule),
    ...items,
    ...matches.flatMap(({ schema }) => (schema ? [schema] : [])),
    ...shared,
    ...formsOf(described),
  ];
  return [described, ...inner.flatMap(partsOf)];
}

function formsOf({ metas = [] }: Described): Described[] {
  return metas.flatMap(({ describedBy }) => (describedBy ? [describedBy] : []));
}

function referTo(id: string): JsonSchema {
  return { $ref: `#/components/schemas/${id}` };
}

function refuseUnknown(described: Described): void {
  for (const part of Object.keys(described)) if (!KNOWN_PARTS.has(part)) unknown(`\`${part}\``);
  for (const flag of Object.keys(described.flags ?? {}))
    if (!KNOWN_FLAGS.has(flag)) unknown(`the flag \`${flag}\``);
}

/** `valid()` is an enumeration; `allow()` adds values to what the rules accept. */
function withAllowedValues(described: Described): JsonSchema {
  refuseUnknown(described);
  const { flags = {}, allow = [] } = described;
  if (flags.only) return allow.length === 1 ? { const: allow[0] } : { enum: allow };
  const byRules = convertType(described);
  // A schema of a text has it in its shortest length.
  const added = allow.filter((value) => value !== '' || described.type !== 'string');
  if (added.length === 0) return byRules;
  // As a type: generators of clients know null by it.
  const isNull = added.length === 1 && added[0] === null;
  return anyOf([byRules, isNull ? { type: 'null' } : { enum: added }]);
}

/** A value that counts as absent is also accepted, unless the field is required. */
function withEmptyValues(
  schema: JsonSchema,
  { empty, presence }: NonNullable<Described['flags']>,
): JsonSchema {
  return empty && presence !== 'required' ? anyOf([schema, convert(empty)]) : schema;
}

function convertType(described: Described): JsonSchema {
  switch (described.type) {
    case 'any':
      return convertRules(described, {});
    case 'string':
      return convertString(described);
    case 'number':
      return convertRules(described, NUMBER_RULES, { type: 'number' });
    case 'boolean':
      return convertRules(described, {}, { type: 'boolean' });
    case 'array':
      return convertArray(described);
    case 'object':
      return convertObject(described);
    case 'alternatives':
      return anyOf((described.matches ?? []).map(({ schema }) => convert(schema ?? unknown('a condition'))));
    case 'link':
      return convertLink(described);
    default:
      return unknown(`the type ${described.type}`);
  }
}

/** A link to a schema by its id: how a schema refers to itself. */
function convertLink({ link }: Described): JsonSchema {
  const { type, path: [id, ...others] = [] } = link?.ref ?? {};
  if (type !== 'local' || id === undefined || others.length > 0) unknown('a link to anything but an id');
  return referTo(String(id));
}

type RuleTable = Readonly<Record<string, (rule: Rule) => JsonSchema>>;

const NUMBER_RULES: RuleTable = {
  integer: () => ({ type: 'integer' }),
  min: ({ args }) => limit('minimum', args),
  max: ({ args }) => limit('maximum', args),
};
const STRING_RULES: RuleTable = {
  min: ({ args }) => limit('minLength', args),
  max: ({ args }) => limit('maxLength', args),
  length: ({ args }) => ({ ...limit('minLength', args), ...limit('maxLength', args) }),
  pattern: ({ args }) => {
    const pattern = sourceOf(args?.regex ?? '');
    return args?.options?.invert ? { not: { pattern } } : { pattern };
  },
};
/** joi changes the text before it checks it, so the text that a client sends may be longer or written differently. */
const CHANGING_STRING_RULES: RuleTable = { ...STRING_RULES, trim: () => ({}), case: () => ({}) };
const ARRAY_RULES: RuleTable = {
  min: ({ args }) => limit('minItems', args),
  max: ({ args }) => limit('maxItems', args),
  length: ({ args }) => ({ ...limit('minItems', args), ...limit('maxItems', args) }),
  unique: () => ({ uniqueItems: true }),
};
const OBJECT_RULES: RuleTable = {
  min: ({ args }) => limit('minProperties', args),
  max: ({ args }) => limit('maxProperties', args),
};

/** @param start the schema without any rule; a rule may refine it */
function convertRules(described: Described, table: RuleTable, start: JsonSchema = {}): JsonSchema {
  let schema = start;
  for (const rule of described.rules ?? []) {
    // A function of this project. The description of the field says what it checks.
    if (rule.name === 'custom') continue;
    const toSchema = table[rule.name] ?? unknown(`the rule ${described.type}.${rule.name}`);
    schema = { ...schema, ...toSchema(rule) };
  }
  return schema;
}

function convertString(described: Described): JsonSchema {
  const changes = (described.rules ?? []).some(({ name }) => name === 'trim' || name === 'case');
  if (changes) {
    convertRules(described, CHANGING_STRING_RULES);
    return { type: 'string', ...(refusesBlank(described) && { pattern: '\\S' }) };
  }
  // joi refuses the empty text unless it is allowed.
  const start: JsonSchema = described.allow?.includes('')
    ? { type: 'string' }
    : { type: 'string', minLength: 1 };
  return convertRules(described, STRING_RULES, start);
}

/** True when a text of white space alone is refused: trimmed it is the empty text, which is neither allowed nor absent. */
function refusesBlank({ rules = [], allow = [], flags = {} }: Described): boolean {
  const isAbsent = flags.empty?.allow?.includes('') && flags.presence !== 'required';
  return rules.some(({ name }) => name === 'trim') && !allow.includes('') && !isAbsent;
}

function convertArray(described: Described): JsonSchema {
  const items = (described.items ?? []).map(convert);
  const item = items.length > 0 ? anyOf(items) : undefined;
  const list = convertRules(described, ARRAY_RULES, { type: 'array', ...(item && { items: item }) });
  return described.flags?.single && item ? anyOf([item, list]) : list;
}

/** Unknown fields are ignored (docs/reference/requests.md#fields), so the schema allows them. */
function convertObject(described: Described): JsonSchema {
  const keys = Object.entries(described.keys ?? {}).filter(([, key]) => key.flags?.presence !== 'forbidden');
  const required = keys.filter(([, key]) => key.flags?.presence === 'required').map(([name]) => name);
  const [pattern, ...others] = described.patterns ?? [];
  if (others.length > 0) unknown('several patterns of fields');
  return convertRules(described, OBJECT_RULES, {
    type: 'object',
    ...(keys.length > 0 && {
      properties: Object.fromEntries(keys.map(([name, key]) => [name, convert(key)])),
    }),
    ...(required.length > 0 && { required }),
    ...(pattern?.schema?.rules && { propertyNames: convert(pattern.schema) }),
    ...(pattern && { additionalProperties: convert(pattern.rule) }),
  });
}

/** `anyOf` without nested lists; a single schema needs no `anyOf`. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const flat = schemas.flatMap((schema) =>
    schema.anyOf && Object.keys(schema).length === 1 ? schema.anyOf : [schema],
  );
  return flat.length === 1 && flat[0] ? flat[0] : { anyOf: flat };
}

function limit(keyword: keyof JsonSchema, args: Rule['args']): JsonSchema {
  return typeof args?.limit === 'number'
    ? { [keyword]: args.limit }
    : unknown(`a ${keyword} that is not a number`);
}

/** `/source/` → `source`. JSON Schema has no flags and always means `u`. */
function sourceOf(regex: string): string {
  const { source } = /^\/(?<source>.*)\/u?$/s.exec(regex)?.groups ?? {};
  return source ?? unknown(`the regular expression ${regex}`);
}

/** False for a default that is computed by a function. */
function isJson(value: unknown): boolean {
  return typeof value !== 'function' && JSON.stringify(value) !== undefined;
}

function unknown(what: string): never {
  throw new Error(`The API description cannot express ${what}: teach it in api/openapi/joi-to-schema.ts.`);
}

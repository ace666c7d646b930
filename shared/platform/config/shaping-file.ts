// SHAPING_FILE: how fast mail goes to mailbox providers, where an operator knows better than the table
// (shared/mail/providers/table.ts). It is read and checked once, at the start; conflicts with the table, such as a
// suffix that another row has, are checked by `createMailboxProviders`, which a process that sends calls at its start.
import { readFileSync, statSync } from 'node:fs';
import Joi from 'joi';

/** The values of the file for a provider; a value that is absent keeps the one in the table. */
export interface ProviderOverride {
  name: string;
  /** The suffixes of its mail servers, which replace those of the table. */
  mx?: readonly string[];
  connections?: number;
  mailsPerConnection?: number;
  /** Mails a minute; null: no bound. */
  firstRate?: number | null;
  maxRate?: number | null;
  needsTls?: boolean;
}

/** A row, as the file has it. */
interface FileRow {
  mx?: string[];
  connections?: number;
  mails_per_connection?: number;
  first_rate?: number | null;
  max_rate?: number | null;
  tls?: boolean;
}

/** More than rows for every provider that there is. */
const FILE_MAX_BYTES = 1024 * 1024;
const NAME = /^[a-z0-9-]{1,64}$/;
const SUFFIX = /^(?=.{2,254}$)(?:\.[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?)+$/;
const RATE = Joi.number().integer().min(1).max(100_000).allow(null);
const FILE_SCHEMA = Joi.object()
  .pattern(
    NAME,
    Joi.object({
      mx: Joi.array()
        .items(Joi.string().pattern(SUFFIX).message('{#label} must be a suffix, such as .mx.acme.dev'))
        .min(1)
        .max(100),
      connections: Joi.number().integer().min(1).max(1_000),
      mails_per_connection: Joi.number().integer().min(1).max(10_000),
      first_rate: RATE,
      max_rate: RATE,
      tls: Joi.boolean(),
    }),
  )
  .prefs({ convert: false });

/** A rule of joi: from the path of the file to what it says. */
export function readShapingFile(
  path: string,
  { error: refuseAs }: Joi.CustomHelpers,
): ProviderOverride[] | Joi.ErrorReport {
  const refuse = (problem: string) => refuseAs('any.invalid', { problem });
  const text = readText(path);
  if (text === undefined) return refuse('must be a file that can be read, of 1 MiB at most');
  const { value, error } = FILE_SCHEMA.validate(parse(text));
  // Quotation marks belong to the variable; the rest is a place in the file.
  if (error) return refuse(`is wrong: ${error.message.replaceAll('"', '')}`);
  const rows = Object.entries(value as Record<string, FileRow>).map(toOverride);
  const suffixes = rows.flatMap(({ mx = [] }) => mx);
  const twice = suffixes.find((suffix, index) => suffixes.indexOf(suffix) < index);
  return twice === undefined ? rows : refuse(`has the suffix ${twice} twice`);
}

function readText(path: string): string | undefined {
  try {
    return statSync(path).size > FILE_MAX_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** @returns undefined for what is not JSON, which the schema refuses as it refuses a list */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toOverride([name, row]: [string, FileRow]): ProviderOverride {
  return {
    name,
    ...(row.mx && { mx: row.mx }),
    ...(row.connections !== undefined && { connections: row.connections }),
    ...(row.mails_per_connection !== undefined && { mailsPerConnection: row.mails_per_connection }),
    ...(row.first_rate !== undefined && { firstRate: row.first_rate }),
    ...(row.max_rate !== undefined && { maxRate: row.max_rate }),
    ...(row.tls !== undefined && { needsTls: row.tls }),
  };
}

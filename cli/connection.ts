// Where a command sends its request, and with which key: from flags, from the environment, or with --dev from the
// dev.json of a running `npm start` (dev/announcement.ts).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from './call.ts';
import { rejected } from './failure.ts';

/** Connection flags of the command line. */
export interface ConnectionOptions {
  apiKey?: string;
  baseUrl?: string;
  dev?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_BASE_URL = 'http://localhost:3000';

/**
 * Reads the connection. Flags take precedence over dev.json, and that over the environment; an empty variable counts as
 * absent.
 * @throws CliFailure `cli_error`
 */
export function readConnection(options: ConnectionOptions, env: Environment, version: string): Connection {
  const dev = options.dev ? readDevFile(env) : {};
  const apiKey = options.apiKey ?? dev.apiKey ?? env['POSTHORN_API_KEY'];
  const baseUrl = options.baseUrl ?? dev.apiUrl ?? (env['POSTHORN_BASE_URL'] || DEFAULT_BASE_URL);
  if (!apiKey) {
    throw rejected(
      'An API key is missing. Set POSTHORN_API_KEY, use --api-key, or use --dev with a running `npm start`.',
    );
  }
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw rejected('The URL of the server must begin with http:// or https://.');
  }
  return { apiKey, baseUrl, userAgent: `posthorn-cli/${version}` };
}

/** The file exists only while `npm start` runs. */
function readDevFile(env: Environment): { apiKey?: string; apiUrl?: string } {
  const file = path.resolve(env['DATA_DIR'] || '.posthorn', 'dev.json');
  try {
    const { apiKey, apiUrl } = JSON.parse(readFileSync(file, 'utf8'));
    return { apiKey, apiUrl };
  } catch {
    throw rejected(
      `--dev found no running \`npm start\`: ${file} cannot be read. Run the command in the directory of \`npm start\`.`,
    );
  }
}

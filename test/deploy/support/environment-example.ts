// Reads deploy/env.example, and fills it in as an operator does.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/documents/root.ts';
import { parseEnvironment } from './units.ts';

/** Lines of the file that an operator must fill in, with what they say here. The database is the test's own. */
const ANSWERS = {
  PUBLIC_URL: 'https://mail.acme.dev',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
};

export function readExample(): string {
  return readFileSync(path.join(ROOT, 'deploy/env.example'), 'utf8');
}

/** The variables of the example, filled in; `answers` are added to ours. */
export function fillExample(answers: Record<string, string> = {}): Record<string, string> {
  const lines = parseEnvironment(readExample());
  const filled = { ...lines, ...ANSWERS, ...answers };
  const unknown = Object.keys(filled).filter((name) => !(name in lines));
  if (unknown.length > 0) throw new Error(`deploy/env.example has no line for ${unknown.join(', ')}.`);
  return filled;
}

/** The names of all lines, of those after a `#` too. */
export function namesOfExample(): string[] {
  return [...readExample().matchAll(/^#?(?<name>[A-Z_]+)=/gm)].map(({ groups }) => groups?.['name'] ?? '');
}

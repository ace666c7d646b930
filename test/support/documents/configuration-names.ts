// The environment variables of the configuration, read from the text of its schema.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

const SCHEMAS = [
  'config',
  'ai-settings',
  'alert-settings',
  'inbound-settings',
  'mx-settings',
  'retention-settings',
  'secret-key-settings',
  'submission-settings',
].map((name) => `shared/platform/config/${name}.ts`);

/** All variables of the configuration. */
export function configurationNames(): string[] {
  return SCHEMAS.flatMap((file) => namesIn(readFileSync(path.join(ROOT, file), 'utf8')));
}

/** The variables of a schema of joi, one per line. */
export function namesIn(source: string): string[] {
  return [...source.matchAll(/^ {2}(?<name>[A-Z][A-Z_]+): (?:Joi\.|RETENTION_DAYS)/gm)].map(
    ({ groups }) => groups?.['name'] ?? '',
  );
}

// The longest graceful shutdown of a process, which every platform must grant.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/documents/root.ts';

export function shutdownSeconds(): number {
  const text = readFileSync(path.join(ROOT, 'shared/platform/lifecycle/process.ts'), 'utf8');
  const milliseconds = /^const STOP_TIMEOUT_MS = (?<value>[\d_]+);$/m.exec(text)?.groups?.['value'];
  if (!milliseconds) throw new Error('process.ts has no STOP_TIMEOUT_MS.');
  return Number(milliseconds.replaceAll('_', '')) / 1_000;
}

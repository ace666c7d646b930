// `npm run bench -- --same-as=<ref>`: whether the program of today treats mail of every kind as another commit did: the rows, the
// answers and the bytes that leave are equal but for ids, times and keys.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Servers } from '../../servers/start.ts';
import type { Variant } from '../../variant.ts';
import { runMails } from './run-mails.ts';

/** Differences that are printed; the files have all. */
const SHOWN_MAX = 20;

/** @returns what differs, in sentences; empty: nothing does */
export async function differences(own: Variant, other: Variant, servers: Servers): Promise<string[]> {
  const today = await runMails(own, servers);
  const before = await runMails(other, servers);
  await writeFile(path.join(tmpdir(), 'posthorn-today.txt'), today.join('\n'));
  await writeFile(path.join(tmpdir(), 'posthorn-before.txt'), before.join('\n'));
  const onlyToday = without(today, before);
  const onlyBefore = without(before, today);
  const pairs = Array.from({ length: Math.max(onlyToday.length, onlyBefore.length) }, (_, at) => at);
  return pairs.slice(0, SHOWN_MAX).map((at) => describe(onlyToday[at], onlyBefore[at]));
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const found = new Set(others);
  return lines.filter((line) => !found.has(line));
}

function describe(today = '(nothing)', before = '(nothing)'): string {
  const at = [...today].findIndex((letter, place) => letter !== before[place]);
  const from = Math.max(0, at - 60);
  return `${today.slice(0, 40)}…\n  today:  ${today.slice(from, at + 100)}\n  before: ${before.slice(from, at + 100)}`;
}

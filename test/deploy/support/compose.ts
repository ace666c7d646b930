// Reads compose.yaml: its services with their anchors merged, and the environment of a container as Compose makes it
// from .env.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../support/documents/root.ts';

/** The parts of a service that the tests look at. */
export interface Service {
  image: string;
  build?: string;
  pull_policy?: string;
  command?: string[];
  environment?: Record<string, string | number | null>;
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
  restart?: string;
  init?: boolean;
  stop_grace_period?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

/** The file. */
export interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

export function readCompose(): Compose {
  return parse(readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
}

/** The variables of a container. @throws with the message of a required variable that .env does not set */
export function containerEnvironment(
  { environment = {} }: Service,
  dotEnv: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]): [string, string][] => {
      // A name without a value: the variable is set if .env sets it.
      const given = value === null ? dotEnv[name] : interpolate(String(value), dotEnv);
      return given === undefined ? [] : [[name, given]];
    }),
  );
}

/** The variables of .env that a text mentions, for example `${PORT:-3000}`. */
export function mentionedIn(text: string): string[] {
  return [...text.matchAll(/\$\{(?<name>\w+)/g)].map(({ groups }) => groups?.['name'] ?? '');
}

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, the innermost first, so that a default may have one. */
export function interpolate(text: string, values: Record<string, string>): string {
  const replaced = text.replaceAll(VARIABLE, (_, name: string, operator?: string, argument = '') => {
    const value = values[name] ?? '';
    if (value === '' && operator === ':?') throw new Error(argument);
    return value === '' && operator === ':-' ? argument : value;
  });
  return replaced === text ? text : interpolate(replaced, values);
}

const VARIABLE = /\$\{(\w+)(?:(:[-?])([^${}]*))?\}/g;

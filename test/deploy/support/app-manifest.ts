// Reads app.json, and makes the environment that Heroku would give the processes.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/documents/root.ts';

/** The parts of app.json that the tests look at. */
export interface AppManifest {
  buildpacks: { url: string }[];
  addons: { plan: string }[];
  formation: Record<string, { quantity: number; size: string }>;
  env: Record<string, { description: string; value?: string; generator?: 'secret'; required?: boolean }>;
}

export function readAppManifest(): AppManifest {
  return JSON.parse(readFileSync(path.join(ROOT, 'app.json'), 'utf8'));
}

/** @param answers what the person who creates the app fills in, and what Heroku and its Postgres set */
export function herokuEnvironment(answers: Record<string, string>): Record<string, string> {
  const settled = Object.entries(readAppManifest().env).flatMap(([name, { value, generator }]) => {
    // Heroku's secrets are 64 hex digits.
    const given = generator ? randomBytes(32).toString('hex') : value;
    return given === undefined ? [] : [[name, given] as const];
  });
  return { ...Object.fromEntries(settled), ...answers };
}

// The address of the repository, from which every document and every file of a deployment has its own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../documents/root.ts';

/** `repository` of package.json, an URL. */
export const REPOSITORY: string = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).repository
  .url;

// Before `npm run check`, and after `npm run openapi`: writes the types of the API, which only a compiler and an editor read.
// The same types are not written again: the build of the dashboard would count as old.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeTypes } from './describe-calls.ts';

const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const file = new URL('../api/generated/types.ts', import.meta.url);
const types = await describeTypes(description);
if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types);

// Before `npm run check`, and after `npm run openapi`: writes the types of the API, which only a compiler and an editor read.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeTypes } from './describe-calls.ts';

const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
writeFileSync(new URL('../api/generated/types.ts', import.meta.url), await describeTypes(description));

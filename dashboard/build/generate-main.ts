// The second half of `npm run openapi`: writes the types of the API and the list of its operations for the dashboard.
import { readFileSync, writeFileSync } from 'node:fs';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { describeOperations, describeTypes } from './describe-calls.ts';

const GENERATED = new URL('../api/generated/', import.meta.url);

const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
writeFileSync(new URL('types.ts', GENERATED), await describeTypes(description));
writeFileSync(new URL('operations.ts', GENERATED), describeOperations(OPERATIONS));

// `npm run openapi`: writes openapi.json. A test fails while the committed file differs from the generated one.
import { readFileSync, writeFileSync } from 'node:fs';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { createDocument } from './document.ts';
import { INPUTS } from './inputs.ts';

const ROOT = new URL('../../', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const document = createDocument({ version, operations: OPERATIONS, inputs: INPUTS });
writeFileSync(new URL('openapi.json', ROOT), `${JSON.stringify(document, null, 2)}\n`);

// `npm run openapi`: writes openapi.json, and the sample payloads that the dashboard shows. A test fails while a committed
// file differs from the generated one.
import { readFileSync, writeFileSync } from 'node:fs';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { createDocument } from './document.ts';
import { INPUTS } from './inputs.ts';
import { describeSamplePayloads } from './sample-payloads.ts';

const ROOT = new URL('../../', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const document = createDocument({ version, operations: OPERATIONS, inputs: INPUTS });
writeFileSync(new URL('openapi.json', ROOT), `${JSON.stringify(document, null, 2)}\n`);
writeFileSync(new URL('dashboard/api/generated/sample-payloads.ts', ROOT), await describeSamplePayloads());

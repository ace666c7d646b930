// Part of `npm run openapi`: writes the tables of fields of docs/reference/ from the objects of the contract.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { OBJECTS } from '../../../shared/contract/objects.ts';
import { PAYLOAD_OBJECTS } from '../../../shared/contract/payloads.ts';
import { withFieldTables } from './field-tables.ts';

const FOLDER = new URL('../../../docs/reference/', import.meta.url);

for (const name of readdirSync(FOLDER)) {
  const file = new URL(name, FOLDER);
  const page = readFileSync(file, 'utf8');
  const written = withFieldTables(page, { ...OBJECTS, ...PAYLOAD_OBJECTS });
  if (written !== page) writeFileSync(file, written);
}

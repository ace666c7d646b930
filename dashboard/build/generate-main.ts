// The second half of `npm run openapi`: writes the list of the API's operations and of their commands for the dashboard.
import { writeFileSync } from 'node:fs';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { describeCommands, describeOperations } from './describe-calls.ts';

writeFileSync(new URL('../api/generated/operations.ts', import.meta.url), describeOperations(OPERATIONS));
writeFileSync(new URL('../api/generated/commands.ts', import.meta.url), describeCommands(OPERATIONS));

// The end of a whole run: each error that an operation declares was answered by it in some test, or is one of the
// exceptions, whose reasons are here; and each type of webhook event happened in some test. So the API description claims
// nothing that no test has seen.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DescribedOperation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { refusalsOf } from '../../shared/contract/refusals.ts';
import { WEBHOOK_EVENT_TYPES } from '../../shared/contract/webhooks/values.ts';

/** An error of an operation that no test of the operation needs to provoke. */
interface Exception {
  why: string;
  names: readonly string[];
  of(operation: DescribedOperation, id: string): boolean;
}

const everyOperation = () => true;

const EXCEPTIONS: readonly Exception[] = [
  {
    why: 'Refused before the route is known, by one guard for all (test/api/middleware/authenticate.test.ts).',
    names: ['missing_api_key', 'invalid_api_key'],
    of: everyOperation,
  },
  {
    why: 'A fault of the service, not of the request (test/api/middleware/errors.test.ts).',
    names: ['application_error', 'internal_server_error'],
    of: everyOperation,
  },
  {
    why: 'Takes no input: only a request without a User-Agent or with a query that is none is refused (test/api/middleware/user-agent.test.ts, query.ts).',
    names: ['validation_error'],
    of: (operation) => !takesInput(operation),
  },
  {
    why: 'A filter that takes longer than 20 s, or 5 s: the functions are tested with less time (test/api/segments/preview.test.ts).',
    names: ['contacts_timeout'],
    of: ({ method, path }) => method === 'get' || path === '/segments/preview',
  },
  {
    why: 'Too many events wait to be stored: the rule is that of test/shared/platform/db/group-commit.test.ts.',
    names: ['sending_service_unavailable'],
    of: ({ path }) => path === '/events/send',
  },
  {
    why: 'Too many passwords or codes are checked at the same time, in the turns of signing in (test/api/auth/attempts.test.ts).',
    names: ['rate_limit_exceeded'],
    of: ({ path }) => path === '/auth/reset' || path === '/auth/totp/enable',
  },
];

/** Compares the events that were seen with the types that there are. @returns a failure for each that no test has caused */
export function findUnseenPayloads(directory: string): string[] {
  const seen = readSeen(directory);
  return WEBHOOK_EVENT_TYPES.filter((type) => !seen.has(`payload ${type}`)).map(
    (type) => `No test has caused ${type}`,
  );
}

/** Compares what was seen with what is declared. @returns a failure for each pair that no test has seen */
export function findUnseenErrors(directory: string): string[] {
  const seen = readSeen(directory);
  return Object.entries<DescribedOperation>(OPERATIONS).flatMap(([id, operation]) =>
    refusalsOf(operation)
      .filter((name) => !isSeen(seen, id, name) && !isException(operation, id, name))
      .map((name) => `${id} declares ${name}, but no test has seen it`),
  );
}

function readSeen(directory: string): Set<string> {
  const files = readdirSync(directory).map((file) => readFileSync(path.join(directory, file), 'utf8'));
  return new Set(files.flatMap((text) => text.split('\n')));
}

/** An operation on broadcasts is the one on campaigns, at another path (shared/contract/campaigns/operations.ts). */
function isSeen(seen: ReadonlySet<string>, id: string, name: string): boolean {
  return [id, id.replace('Broadcast', 'Campaign')].some((each) => seen.has(`${each} ${name}`));
}

function isException(operation: DescribedOperation, id: string, name: string): boolean {
  return EXCEPTIONS.some((exception) => exception.names.includes(name) && exception.of(operation, id));
}

function takesInput({ method, answer }: DescribedOperation): boolean {
  return method === 'post' || method === 'patch' || ('listOf' in answer && !answer.isWhole);
}

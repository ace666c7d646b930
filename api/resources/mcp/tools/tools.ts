// Lists the tools for clients and runs them: checks for missing arguments, calls, and converts the answer to a result.
import { DomainError } from '../../../../shared/contract/domain-error.ts';
import type { OperationId } from '../../../../shared/contract/operations.ts';
import { toErrorBody } from '../../../middleware/errors.ts';
import type { Arguments, CallOperation, Outcome } from '../operations/call.ts';
import { type Hints, hintsOf, operationOf } from '../operations/catalogue.ts';
import type { SearchOperations } from '../operations/find.ts';
import { callFlat } from './call-flat.ts';
import { resultOf, type ToolResult } from './result.ts';
import { type ArgumentsSchema, argumentsOf } from './schema.ts';
import { TOOLS, type Tool } from './tool-list.ts';

const OFFSET = {
  type: 'integer',
  minimum: 0,
  description: 'For a result that was too long: the character where its next part begins',
} as const;

/** The dependencies of a tool. */
interface ToolMeans {
  call: CallOperation;
  search: SearchOperations;
  /** Address of the service, below which its errors have pages. */
  publicUrl: string;
}

let listed: ReturnType<typeof describeTools> | undefined;

/** The tools, as the protocol lists them. */
export function listTools() {
  listed ??= describeTools();
  return listed;
}

function describeTools() {
  return TOOLS.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputOf(tool),
    annotations: { title: tool.title, ...hintsFor(tool) },
  }));
}

/** Runs a tool. @returns undefined if there is no tool with this name */
export async function runTool(
  name: string,
  { offset, ...given }: Arguments,
  means: ToolMeans,
): Promise<ToolResult | undefined> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) return undefined;
  const outcome = await outcomeOf(tool, given, means);
  const from = Number.isSafeInteger(offset) && Number(offset) > 0 ? Number(offset) : 0;
  return resultOf(outcome, from);
}

async function outcomeOf(
  tool: Tool,
  given: Arguments,
  { call, search, publicUrl }: ToolMeans,
): Promise<Outcome> {
  try {
    if (tool.input) checkGiven(tool.input, given);
    return await (tool.run ? tool.run(given, call, search) : callFlat(onlyOperation(tool), given, call));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const answer = toErrorBody(error, publicUrl);
    return { status: answer.statusCode, answer, isReading: false };
  }
}

/** Checks only the presence of arguments: an operation's own schema checks the rest. @throws DomainError */
function checkGiven({ properties, required = [] }: ArgumentsSchema, given: Arguments): void {
  const missing = required.find((name) => (given[name] ?? '') === '');
  if (missing) throw new DomainError('missing_required_field', `Missing \`${missing}\` field.`);
  const odd = required.find((name) => properties[name]?.type === 'string' && typeof given[name] !== 'string');
  if (odd) throw new DomainError('validation_error', `The field \`${odd}\` must be a string.`);
}

function hintsFor({ hints, operations }: Tool): Hints {
  return hints ?? hintsOf(operations.map((id) => operationOf(id).row));
}

function inputOf(tool: Tool): ArgumentsSchema {
  const input = tool.input ?? argumentsOf(operationOf(onlyOperation(tool)));
  const mayBeLong = hintsFor(tool).readOnlyHint || tool.name === 'call_operation';
  return mayBeLong ? { ...input, properties: { ...input.properties, offset: OFFSET } } : input;
}

function onlyOperation({ name, operations: [id] }: Tool): OperationId {
  if (!id) throw new Error(`The tool ${name} names no operation.`);
  return id;
}

// Reads the connections of a graph, and checks their graph: no cycle, and no unreachable step.
import { CONNECTION_TYPES } from '../../../../../contract/automations/values.ts';
import { readEach } from '../../../../../contract/domain-error.ts';
import { STEP_KEY_MAX_LENGTH, STEPS_MAX } from '../../../../../contract/limits.ts';
import { outcomesOf } from '../../step-types/step-types.ts';
import { type Connection, type ConnectionType, type GraphStep, TRIGGER_KEY } from '../graph.ts';
import { checkList, fieldOf, fieldPath, refuseField, requireFields, requireText } from './fields.ts';

/** A step has up to three outcomes, so longer lists have a connection twice. */
const CONNECTIONS_MAX = 3 * STEPS_MAX;

/** The steps that connections name. */
export interface ConnectedSteps {
  /** Null: the trigger was given without a step. */
  triggerKey: string | null;
  steps: readonly GraphStep[];
}

/** Leads from the trigger to the first step, and from each step to the next one. */
export function linearConnections({ triggerKey, steps }: ConnectedSteps): Connection[] {
  return steps.map(({ key }, index) => ({
    from: steps[index - 1]?.key ?? triggerKey ?? TRIGGER_KEY,
    to: key,
    type: 'default',
  }));
}

/**
 * Reads connections. A trigger without a connection leads to the first step.
 * @throws DomainError for a connection that does not fit the steps, two of one type from a step, and a circle
 */
export function readConnections(given: unknown, connected: ConnectedSteps): Connection[] {
  const { triggerKey, steps } = connected;
  const typeOf = new Map<string, GraphStep['type'] | 'trigger'>([
    ...steps.map(({ key, type }) => [key, type] as const),
    [triggerKey ?? TRIGGER_KEY, 'trigger'],
  ]);
  const seen = new Map<string, string>();
  const connections = readEach(checkList(given, 'connections', CONNECTIONS_MAX), (each, index) => {
    const path = `connections[${index}]`;
    const connection = readConnection(each, path, typeOf);
    const outcome = JSON.stringify([connection.from, connection.type]);
    const other = seen.get(outcome);
    if (other !== undefined)
      throw refuseField(path, `starts at the same step with the same type as \`${other}\``);
    seen.set(outcome, path);
    return connection;
  });
  const complete = withTrigger(connections, connected);
  refuseCircle(complete);
  return complete;
}

/** Checks that each step is on a way from the trigger. @throws DomainError `validation_error` */
export function requireReachable(
  { triggerKey, steps }: ConnectedSteps,
  connections: readonly Connection[],
  pathOf: (step: GraphStep) => string,
): void {
  const next = nextKeys(connections);
  const reached = new Set([triggerKey ?? TRIGGER_KEY]);
  for (const key of reached) for (const to of next.get(key) ?? []) reached.add(to);
  const lost = steps.find(({ key }) => !reached.has(key));
  if (lost)
    throw refuseField(pathOf(lost), 'is not reachable: no path of connections leads to it from the trigger');
}

function readConnection(
  given: unknown,
  path: string,
  typeOf: ReadonlyMap<string, GraphStep['type'] | 'trigger'>,
): Connection {
  const fields = requireFields(given, path);
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const key = requireText(fields, name, path, STEP_KEY_MAX_LENGTH);
    if (typeOf.has(key)) return key;
    throw refuseField(fieldPath(path, name), 'must be the key of a step');
  }) as [string, string];
  if (typeOf.get(to) === 'trigger') throw refuseField(fieldPath(path, 'to'), 'must not be the trigger');
  const type = readConnectionType(fieldOf(fields, 'type'), fieldPath(path, 'type'));
  const stepType = typeOf.get(from) ?? 'trigger';
  const outcomes = outcomesOf(stepType);
  if (outcomes.includes(type)) return { from, to, type };
  throw refuseField(
    fieldPath(path, 'type'),
    `must be ${outcomes.length > 1 ? 'one of ' : ''}${outcomes.join(', ')}: \`from\` is a step of type ${stepType}`,
  );
}

function readConnectionType(given: unknown, path: string): ConnectionType {
  if (given === undefined) return 'default';
  const type = CONNECTION_TYPES.find((each) => each === given);
  if (type) return type;
  throw refuseField(path, `must be one of ${CONNECTION_TYPES.join(', ')}`);
}

function withTrigger(
  connections: Connection[],
  { triggerKey, steps: [first] }: ConnectedSteps,
): Connection[] {
  const isGiven = triggerKey !== null || connections.some(({ from }) => from === TRIGGER_KEY);
  if (isGiven || !first) return connections;
  return [{ from: TRIGGER_KEY, to: first.key, type: 'default' }, ...connections];
}

function refuseCircle(connections: readonly Connection[]): void {
  const next = nextKeys(connections);
  const done = new Set<string>();
  /** @param above the steps that lead here; there are at most STEPS_MAX */
  const visit = (key: string, above: readonly string[]): void => {
    if (done.has(key)) return;
    if (above.includes(key)) {
      const circle = [...above.slice(above.indexOf(key)), key];
      throw refuseField('connections', `form a circle: ${JSON.stringify(circle)}`);
    }
    for (const to of next.get(key) ?? []) visit(to, [...above, key]);
    done.add(key);
  };
  for (const key of next.keys()) visit(key, []);
}

/** Key of a step → keys of those that it leads to. */
function nextKeys(connections: readonly Connection[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of connections) next.set(from, [...(next.get(from) ?? []), to]);
  return next;
}

// Tools that answer a question with several operations, so that a model need not know which ones. A part that is refused
// has its error in its place; if the first part is refused, the tool is.
import type { OperationId } from '../../../../shared/contract/operations.ts';
import type { Arguments, CallInput, CallOperation, Outcome } from '../operations/call.ts';
import { operationOf } from '../operations/catalogue.ts';

/** Name in the answer → the call that answers it. */
type Parts = Readonly<Record<string, readonly [id: OperationId, input: CallInput]>>;

/** Enough entries to see the results of the last mails. */
const TIMELINE_ENTRIES = 30;
const REFUSED_REQUESTS = 5;
const DOMAINS_PER_PAGE = 100;

/** The tool `get_email`. */
export function getEmailWithTrace({ id }: Arguments, call: CallOperation): Promise<Outcome> {
  const params = { id };
  return combine(call, { email: ['getEmail', { params }], trace: ['traceEmail', { params }] });
}

/** The tool `explain_delivery`. */
export function explainDelivery({ address }: Arguments, call: CallOperation): Promise<Outcome> {
  const params = { address };
  const refused = { status: '4xx', limit: REFUSED_REQUESTS };
  return combine(call, {
    timeline: ['listPersonTimeline', { params, query: { limit: TIMELINE_ENTRIES } }],
    person: ['getPerson', { params }],
    refused_requests_with_address: ['listLogs', { query: { ...refused, q: address } }],
    newest_refused_sends: ['listLogs', { query: { ...refused, endpoint: '/emails' } }],
  });
}

/** The tool `check_domain`. */
export async function verifyWithCompliance({ domain }: Arguments, call: CallOperation): Promise<Outcome> {
  const params = { id: await idOfDomain(String(domain), call) };
  const verified = await call(operationOf('verifyDomain'), { params });
  if (verified.status >= 400) return verified;
  return await combine(call, {
    domain: ['getDomain', { params }],
    compliance: ['getDomainCompliance', { params }],
  });
}

/** Finds a domain by its name. @returns its id; a text that is not a domain name is used as an id */
async function idOfDomain(domain: string, call: CallOperation): Promise<string> {
  if (!domain.includes('.')) return domain;
  let after: string | undefined;
  do {
    const { status, answer } = await call(operationOf('listDomains'), {
      query: { limit: DOMAINS_PER_PAGE, after },
    });
    if (status >= 400) return domain;
    const { data, has_more: hasMore } = answer as { data: { id: string; name: string }[]; has_more: boolean };
    const found = data.find(({ name }) => name === domain.toLowerCase());
    if (found) return found.id;
    after = hasMore ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return domain;
}

async function combine(call: CallOperation, parts: Parts): Promise<Outcome> {
  const called = Object.entries(parts).map(async ([name, [id, input]]) => {
    const outcome = await call(operationOf(id), input);
    return [name, outcome] as const;
  });
  const outcomes = await Promise.all(called);
  const [first] = outcomes;
  if (first && first[1].status >= 400) return first[1];
  return {
    status: 200,
    isReading: true,
    answer: Object.fromEntries(outcomes.map(([name, { answer }]) => [name, answer])),
  };
}

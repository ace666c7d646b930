// The form of an operation and its answer. Fields that are required or have a value at first are shown, the others are below
// "More fields". Everything is text: an answer cannot become markup.

import type { TriedField, TriedOperation } from '../../../shared/contract/site/tried-operation.ts';
import { SNIPPET_VALUES } from '../../../shared/contract/site/values.ts';
import { type Answer, type Caller, findInInbox, findLog, send, type Trace } from './call.ts';
import { type Fault, type Request, requestOf } from './typed-request.ts';

/** The rows of a field that has room for lines; longer texts scroll. */
const ROWS_MIN = 3;
const ROWS_MAX = 16;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** @param domain of the account: the examples have it */
export function createForm(operation: TriedOperation, caller: Caller, domain: string): HTMLElement {
  const form = create('form', 'try-form');
  const controls = new Map(operation.fields.map((field) => [field, createControl(field, operation, domain)]));
  const rows = [...controls].map(([field, control]) => ({ field, row: createRow(field, control) }));
  const [first, others] = [true, false].map((isFirst) =>
    rows.filter(({ field }) => isShownFirst(field) === isFirst).map(({ row }) => row),
  );
  form.append(
    ...(first ?? []),
    ...moreFields(others ?? []),
    create('button', 'filled send', `Send ${operation.method}`),
  );
  const answer = create('div', 'try-answer');
  answer.setAttribute('role', 'status');
  form.append(answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A second press would send it twice.
    if (form.ariaBusy === 'true') return;
    const request = requestOf(operation, (field) => controls.get(field)?.value ?? '');
    if ('method' in request) void run(caller, request, { form, place: answer });
    else answer.replaceChildren(...request.map(faultLine));
  });
  return form;
}

const isShownFirst = ({ isRequired, given }: TriedField) => isRequired === true || given !== undefined;

function moreFields(rows: readonly HTMLElement[]): HTMLElement[] {
  if (rows.length === 0) return [];
  const details = create('details', 'more');
  details.append(create('summary', '', 'More fields'), ...rows);
  return [details];
}

function createRow(field: TriedField, control: Control): HTMLElement {
  const row = create('label', 'field');
  const isOptional = field.isRequired !== true;
  row.append(create('span', '', `${field.name}${isOptional ? '' : ' (required)'}`), control);
  return row;
}

function createControl(field: TriedField, { anchor }: TriedOperation, domain: string): Control {
  const control = controlOf(field);
  control.name = `${anchor}-${field.in}-${field.name}`;
  control.value = (field.given ?? '').replace(SNIPPET_VALUES.domain.pattern, domain);
  return control;
}

function controlOf({ kind, choices = [], given = '' }: TriedField): Control {
  if (kind === 'choice') {
    const select = document.createElement('select');
    select.append(...['', ...choices].map((value) => new Option(value === '' ? 'not sent' : value, value)));
    return select;
  }
  if (kind === 'json' || kind === 'long') {
    const area = document.createElement('textarea');
    area.rows = Math.min(Math.max(given.split('\n').length, ROWS_MIN), ROWS_MAX);
    area.spellcheck = false;
    return area;
  }
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.spellcheck = false;
  return input;
}

/** Where a request is sent from, and where its answer is shown. */
interface Places {
  form: HTMLElement;
  place: HTMLElement;
}

async function run(caller: Caller, request: Request, { form, place }: Places): Promise<void> {
  form.ariaBusy = 'true';
  place.replaceChildren(create('p', '', 'Sending …'));
  const answer = await send(caller, request).catch(() => undefined);
  form.ariaBusy = null;
  if (!answer) return place.replaceChildren(awayLine());
  const links = create('p', 'traces');
  place.replaceChildren(create('p', '', answer.status), codeOf(answer), links);
  const traces = [findLog(caller, request, answer.requestId), findMail(caller, request, answer)];
  await Promise.all(traces.map((trace) => addTrace(links, trace))).catch(() => links.replaceWith(awayLine()));
}

const awayLine = () => create('p', 'fault', 'The server does not answer. Is npm start still running?');

/** An operation that has sent a mail answers its id. */
async function findMail(
  caller: Caller,
  { method, path }: Request,
  answer: Answer,
): Promise<Trace | undefined> {
  const { id } = (answer.body ?? {}) as { id?: string };
  const hasSent = method === 'POST' && answer.isSuccess && /^\/emails(?:$|\/receiving\/)/.test(path);
  return hasSent && id !== undefined ? await findInInbox(caller, id) : undefined;
}

async function addTrace(place: HTMLElement, found: Promise<Trace | undefined>): Promise<void> {
  const trace = await found;
  if (!trace) return;
  const link = create('a', '', trace.words);
  link.setAttribute('href', trace.href);
  place.append(link);
}

function codeOf({ text, body }: Answer): HTMLElement {
  const pre = create('pre', '');
  pre.tabIndex = 0;
  pre.setAttribute('aria-label', 'The answer');
  pre.append(create('code', '', body === undefined ? text : JSON.stringify(body, null, 2)));
  return pre;
}

const faultLine = ({ name, words }: Fault) => create('p', 'fault', `${name}: ${words}`);

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text?: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

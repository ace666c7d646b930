// "Try it": on the machine of `npm start` each operation that a key may call has a form that calls it with that key. The
// server has put the key into the page; where it has not, there are no forms.
import type { TriedOperation } from '../../../shared/contract/site/tried-operation.ts';
import type { Caller } from './call.ts';
import { createForm } from './form.ts';

const KEY = /^ph_[\w-]+$/;

start();

function start(): void {
  const content = document.querySelector<HTMLMetaElement>('meta[name="posthorn-try"]')?.content ?? '';
  const [url = '', key = '', domain = '', inboxUrl = ''] = content.split(' ');
  if (!KEY.test(key)) return;
  const caller: Caller = { base: document.body.dataset['base'] ?? '', key, inboxUrl };
  fetch(url)
    .then((answer) => answer.json())
    .then((operations: readonly TriedOperation[]) => {
      for (const operation of operations) addForm(operation, caller, domain);
    })
    // Without the forms the page is what it is elsewhere.
    .catch(() => {});
}

/** Below the line that names the request. The form is made when it is opened for the first time. */
function addForm(operation: TriedOperation, caller: Caller, domain: string): void {
  const request = document.getElementById(operation.anchor)?.nextElementSibling;
  if (!request) return;
  const details = document.createElement('details');
  details.className = 'try';
  const summary = document.createElement('summary');
  summary.textContent = 'Try it';
  details.append(summary);
  details.addEventListener('toggle', () => details.append(createForm(operation, caller, domain)), {
    once: true,
  });
  request.after(details);
}

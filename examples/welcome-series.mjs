// An automation from beginning to end, against a running `npm start`:
//
//   node examples/welcome-series.mjs
//
// A person who signs up gets a welcome, and who then activates within ten seconds gets tips for their plan, others a
// reminder. Ada activates, Bo does not. It needs nothing but Node. Arguments, if other ones are wanted: the file that
// `npm start` writes, and the time.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const [file = '.posthorn/dev.json', time = '10 seconds'] = process.argv.slice(2);
const dev = JSON.parse(await readFile(file, 'utf8'));

async function api(method, path, body) {
  const answer = await fetch(new URL(path, dev.apiUrl), {
    method,
    headers: { authorization: `Bearer ${dev.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${result.name}: ${result.message}`);
  return result;
}

// Templates. Only published ones send. `contact.…` is the contact, `event.…` the event that started the run.
async function template(subject, html, variables = []) {
  const { id } = await api('POST', '/templates', {
    name: subject,
    from: `Ana <ana@${dev.domain}>`,
    subject,
    html,
    variables,
  });
  await api('POST', `/templates/${id}/publish`);
  return id;
}

const welcome = await template('Welcome', '<p>Hello {{ event.name }}, good to have you.</p>');
const tips = await template('First steps', '<p>Your plan is {{{PLAN}}}. Here is what to try first.</p>', [
  { key: 'PLAN', type: 'string' },
]);
const proTips = await template('First steps for teams', '<p>Invite your team.</p>');
const reminder = await template('Still there?', '<p>One click and you are ready.</p>');

// The graph: steps, and which outcome leads where.
const signedUp = `user.signed_up.${Date.now()}`;
const activated = `user.activated.${Date.now()}`;
const automation = await api('POST', '/automations', {
  name: 'Welcome series',
  domain: dev.domain,
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: signedUp } },
    { key: 'welcome', type: 'send_email', config: { template: { id: welcome } } },
    { key: 'wait', type: 'wait_for_event', config: { event_name: activated, timeout: time } },
    {
      key: 'is_pro',
      type: 'condition',
      config: { type: 'rule', field: `wait_events.${activated}.plan`, operator: 'eq', value: 'pro' },
    },
    { key: 'pro_tips', type: 'send_email', config: { template: { id: proTips } } },
    {
      key: 'tips',
      type: 'send_email',
      config: { template: { id: tips, variables: { PLAN: { var: `wait_events.${activated}.plan` } } } },
    },
    { key: 'remind', type: 'send_email', config: { template: { id: reminder } } },
  ],
  connections: [
    { from: 'start', to: 'welcome' },
    { from: 'welcome', to: 'wait' },
    { from: 'wait', to: 'is_pro', type: 'event_received' },
    { from: 'wait', to: 'remind', type: 'timeout' },
    { from: 'is_pro', to: 'pro_tips', type: 'condition_met' },
    { from: 'is_pro', to: 'tips', type: 'condition_not_met' },
  ],
});
console.log(`Automation ${automation.id} starts at the event ${signedUp}.`);

// An unknown address becomes a contact.
const send = (event, email, payload) =>
  api('POST', '/events/send', { event, email, payload, domain: dev.domain });
for (const name of ['Ada', 'Bo']) {
  const { runs_started: started } = await send(signedUp, `${name.toLowerCase()}@inbox.local`, { name });
  console.log(`${name} signs up: ${started} run started.`);
}

// Workers bring the runs to their wait.
for (;;) {
  const { data } = await api('GET', `/automations/${automation.id}/runs`);
  if (data.every(({ wake_at: wakesAt }) => wakesAt !== null)) break;
  await delay(200);
}
const { waits_resolved: resolved } = await send(activated, 'ada@inbox.local', { plan: 'pro' });
console.log(
  `Ada activates, which ends ${resolved} wait. Bo does not: ${time} after his welcome he is reminded.`,
);

// What happened, step by step.
for (;;) {
  const { data: running } = await api('GET', `/automations/${automation.id}/runs?status=running`);
  if (running.length === 0) break;
  await delay(500);
}
const { data: runs } = await api('GET', `/automations/${automation.id}/runs`);
for (const { id } of runs) {
  const run = await api('GET', `/automations/${automation.id}/runs/${id}`);
  const { email } = await api('GET', `/contacts/${run.contact_id}`);
  const steps = run.steps.map(({ key, status }) => `  ${key.padEnd(10)} ${status}`);
  console.log([`\n${email}: ${run.status}`, ...steps].join('\n'));
}
console.log(`\nThe mails are in the inbox: ${dev.inboxUrl}`);

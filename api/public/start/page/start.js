// Runs in the browser: copies the snippets of the start page, sends its first mail, and follows it into the inbox.
// Everything else on the page works without this script, so the parts that need it are hidden until it runs.
const POLL_MS = 400;
/** A held queue takes longer, and then the page says so. */
const PATIENCE_MS = 60_000;
const COPIED_MS = 2_000;
const AWAY = 'The server does not answer. Is npm start still running?';
const ON_THE_WAY = ['queued', 'sending', 'scheduled'];

for (const button of document.querySelectorAll('[data-copies]')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}
const send = document.getElementById('send');
if (send) {
  send.parentElement.hidden = false;
  send.addEventListener('click', () => void sendFirst(send));
}
for (const time of document.querySelectorAll('time')) time.textContent = inWords(new Date(time.dateTime));

async function copy(button) {
  const source = document.getElementById(button.dataset.copies);
  // A second press finds another text on the button.
  button.dataset.label ??= button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
    announce('Copied.');
  } catch {
    // The browser does not allow it: then the text is ready for the keys.
    getSelection().selectAllChildren(source);
    button.textContent = 'Selected';
    announce('The browser does not let the page copy. It is selected.');
  }
  setTimeout(() => {
    button.textContent = button.dataset.label;
  }, COPIED_MS);
}

/** Announces the result of a press to people who do not see the button. */
function announce(sentence) {
  document.getElementById('announced').textContent = sentence;
}

async function sendFirst(button) {
  if (button.ariaDisabled === 'true') return;
  const { base, key, mail } = button.dataset;
  button.ariaDisabled = 'true';
  document.getElementById('answer').hidden = false;
  showAnswer('');
  say('Sending …');
  try {
    const { status, body } = await call(`${base}/emails`, { method: 'POST', body: mail }, key);
    showAnswer(`${status}\n${JSON.stringify(body, null, 2)}`);
    if (body?.id) await follow(button.dataset, body.id);
    else say('The server has refused it. The answer says why.');
  } catch {
    say(AWAY);
  } finally {
    button.ariaDisabled = null;
  }
}

/** Asks for the mail until it has an outcome. */
async function follow({ base, key, inbox }, id) {
  say('The server has stored it. Waiting for the delivery …');
  const askedAt = performance.now();
  for (;;) {
    const { isSuccess, body } = await call(`${base}/emails/${id}`, {}, key);
    // A refused request, for example by the rate limit, is sent again.
    const state = isSuccess ? body.status : 'queued';
    if (state === 'delivered') {
      const messageId = (body.message_id ?? '').replace(/^<|>$/g, '');
      return say('Delivered. ', 'Look at it in the inbox', `${inbox}/#/${encodeURI(messageId)}`);
    }
    const isLate = performance.now() - askedAt > PATIENCE_MS;
    if (isLate || !ON_THE_WAY.includes(state))
      return say(`It is ${state}. `, 'See what has happened', `${base}/app/emails/${id}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** @returns the status line, and the body: parsed if it is JSON */
async function call(path, options, key) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(path, { ...options, headers, credentials: 'omit' });
  const text = await answer.text();
  return {
    isSuccess: answer.ok,
    status: `${answer.status} ${answer.statusText}`.trim(),
    body: parsed(text),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function showAnswer(text) {
  const code = document.querySelector('#answer code');
  code.textContent = text;
  code.parentElement.hidden = text === '';
}

function say(sentence, words, href) {
  const outcome = document.getElementById('outcome');
  outcome.textContent = sentence;
  if (!words) return;
  const link = document.createElement('a');
  Object.assign(link, { href, textContent: words });
  outcome.append(link);
}

/** Today the clock is enough. */
function inWords(moment) {
  const isToday = moment.toDateString() === new Date().toDateString();
  const options = isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat('en-GB', options).format(moment);
}

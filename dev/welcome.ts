// The first email passes through the whole service (API, Postgres, queue, worker, SMTP) into the local inbox, so that a
// new user sees it work before writing any code. Only the first start sends it: the account has no email yet.
import { type Announcement, FIRST_RECIPIENT } from './announcement.ts';
import { START_COMMAND } from './start-command.ts';

const SUBJECT = 'Welcome to Posthorn';
/** A ready service needs a fraction of a second; after this time `npm start` reports the delay and continues. */
const ARRIVAL_MS = 15_000;
const POLL_MS = 50;

const TEXT = `This email went through the whole service: the API stored it, the queue woke a worker, and the worker signed it
and sent it over SMTP to this inbox, which catches all mail that Posthorn sends on this machine.

Now send an email yourself: ${START_COMMAND} has printed a command for it.`;

/** Whether the first account has an email: then an earlier start has welcomed its user. */
export async function hasEmails({ apiUrl, apiKey }: Announcement, closing: AbortSignal): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${apiUrl}/emails?limit=1`, { headers, signal: closing });
  const { data = [] } = (await answer.json()) as { data?: unknown[] };
  return data.length > 0;
}

/**
 * Sends the welcome email and waits until the inbox has it.
 * @returns undefined, or a sentence about the failure
 */
export async function sendWelcome(
  announcement: Announcement,
  closing: AbortSignal,
): Promise<string | undefined> {
  const { apiUrl, apiKey, domain, inboxUrl } = announcement;
  const answer = await fetch(`${apiUrl}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: `Posthorn <welcome@${domain}>`,
      to: FIRST_RECIPIENT,
      subject: SUBJECT,
      text: TEXT,
      html: `<h1>${SUBJECT}</h1>${TEXT.split('\n\n')
        .map((paragraph) => `<p>${paragraph}</p>`)
        .join('')}`,
    }),
    signal: closing,
  });
  const body = (await answer.json()) as { id?: string; message?: string };
  if (!answer.ok) return `The welcome email was refused: ${body.message}`;
  return (await arrives(inboxUrl, closing))
    ? undefined
    : 'The welcome email has not arrived yet; look at the queues and the log.';
}

async function arrives(inboxUrl: string, closing: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + ARRIVAL_MS;
  const list = new URL(`/inbox/messages?subject=${encodeURIComponent(SUBJECT)}`, inboxUrl);
  while (performance.now() < deadline) {
    const { data } = (await (await fetch(list, { signal: closing })).json()) as { data: unknown[] };
    if (data.length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

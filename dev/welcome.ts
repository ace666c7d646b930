// The first email: it goes the whole way (API, Postgres, queue, worker, SMTP) into the local inbox, so that whoever
// starts the house sees it work before writing a line.
import { type Announcement, FIRST_RECIPIENT } from './announcement.ts';

const SUBJECT = 'Welcome to Posthorn';
/** A ready house needs a fraction of a second; whoever waits longer is told so and goes on. */
const ARRIVAL_MS = 15_000;
const POLL_MS = 50;

const TEXT = `This email has taken the whole way: the API stored it, the queue woke a worker, and the worker signed it and
sent it over SMTP into this inbox, which catches everything that this house sends.

Now send one of your own: npm start has printed a line for it.`;

/**
 * Sends the welcome email and waits until the inbox has it.
 * @returns undefined, or a sentence about what went wrong
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
    : 'The welcome email has not arrived yet; look at the queues.';
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

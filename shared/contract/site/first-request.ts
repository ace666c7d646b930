// The first request of a newcomer, as the quick start has it (docs/guides/quick-start.md): the start page shows it, with the
// values of its reader, and sends the same mail.
import { fillValues, markValues, type SnippetValues } from './values.ts';

const MAIL = `{
    "from": "Acme <orders@acme.dev>",
    "to": "bo@customer.dev",
    "subject": "Your order 17",
    "html": "<p>Thank you for your order.</p>"
  }`;

const REQUEST = `curl -sS --fail-with-body https://mail.acme.dev/emails \\
  -H 'Authorization: Bearer ph_…' \\
  -H 'Content-Type: application/json' \\
  -d '${MAIL}'`;

/** The request as a command of a shell, and the JSON that it posts. */
export function firstRequestFor(values: SnippetValues): { command: string; mail: string } {
  return { command: fillValues(markValues(REQUEST), values), mail: fillValues(markValues(MAIL), values) };
}

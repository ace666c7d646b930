// A first email to send from elsewhere: the same call for curl, for the command line and for Node.
import { CallSnippet } from './call-snippet.tsx';
import { firstEmail } from './first-email.ts';

interface SendSnippetProps {
  /** A key that is on the screen anyway; without it the snippet reads POSTHORN_API_KEY. */
  apiKey?: string | undefined;
  from: string;
  to: string;
}

/** The snippet. */
export function SendSnippet({ apiKey, from, to }: SendSnippetProps) {
  const input = { body: firstEmail({ from, to }) };
  return <CallSnippet label="Send an email" operation="sendEmail" input={input} apiKey={apiKey} />;
}

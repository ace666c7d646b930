// The first email that a new key sends: the snippet shows it, and a button sends the same.

/** The contents of the email. */
interface FirstEmail {
  from: string;
  to: string[];
  subject: string;
  text: string;
}

/** The body of `POST /emails`. */
export function firstEmail({ from, to }: { from: string; to: string }): FirstEmail {
  return { from, to: [to], subject: 'Hello from Posthorn', text: 'It works: this is the first email.' };
}

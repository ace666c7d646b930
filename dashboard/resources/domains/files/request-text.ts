// The text with which a person asks the one who runs the DNS of a domain to publish its records. Pure. It has what is in DNS
// anyway, and no secret.
import type { Domain } from '../../../api/generated/types.ts';

/** The text, and its subject: the records that are missing, or all where none is. */
export function requestText({ name, records }: Pick<Domain, 'name' | 'records'>): {
  subject: string;
  text: string;
} {
  const missing = records.filter(({ status }) => status !== 'verified');
  const wanted = missing.length > 0 ? missing : records;
  const parts = wanted.map(({ type, host, name: fullName, value, priority, found, status }, index) =>
    [
      `${index + 1}. Type: ${type}`,
      `   Host: ${host}   (full name: ${fullName})`,
      ...(priority === null ? [] : [`   Priority: ${priority}`]),
      `   Value: ${value}`,
      // A second record next to one that is wrong would not help.
      ...(found.length === 0 || status === 'verified' ? [] : ['   (replaces the current content)']),
    ].join('\n'),
  );
  const text = [
    'Hello,',
    `please add these DNS records for ${name}. Its mail needs them. Keep the records of other services.`,
    ...parts,
    'Enter each value without quotation marks. Most providers split values longer than 255 characters automatically. Do not shorten them. Any TTL works.',
    'Thank you',
  ].join('\n\n');
  return { subject: `DNS records for ${name}`, text: `${text}\n` };
}

/** A link that begins an email with it. Lines end as mail wants it (RFC 6068 §5). */
export function mailtoOf({ subject, text }: ReturnType<typeof requestText>): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
}

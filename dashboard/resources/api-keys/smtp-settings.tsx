// What a program that speaks SMTP is given to send with a key (docs/reference/smtp.md).
import { SMTP } from '../../api/base.ts';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Copyable } from '../../design/text/copyable.tsx';

/** The section; nothing where the server does not say where it takes mail. */
export function SmtpSettings() {
  if (SMTP === undefined) return null;
  const { host, port, securePort } = SMTP;
  return (
    <Section
      title="Or send over SMTP"
      description="For WordPress, GitLab, Postfix, printers and other software."
      level={3}
    >
      <Facts
        facts={[
          ['Server', <Copyable key="host" text={host} label="the server" isMono />],
          ['Port', `${port} with STARTTLS, ${securePort} with TLS`],
          ['Username', 'anything'],
          ['Password', 'the key'],
        ]}
      />
    </Section>
  );
}

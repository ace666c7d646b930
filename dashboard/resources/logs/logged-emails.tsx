// The emails that a logged request is about, as links to them.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Log } from '../../api/generated/types.ts';
import { Button } from '../../design/controls/button.tsx';
import { Section } from '../../design/layout/section.tsx';
import { emailsOfLog } from './emails-of-log.ts';
import css from './logged-emails.module.css';

/** The number of emails that are shown at first. */
const SHOWN = 10;

/** The links; none if the request created no email. */
export function LoggedEmails({ log }: { log: Log }) {
  const [isWhole, setWhole] = useState(false);
  const ids = emailsOfLog(log);
  if (ids.length === 0) return null;
  const shown = isWhole ? ids : ids.slice(0, SHOWN);
  return (
    <Section title={ids.length === 1 ? 'Email' : `${ids.length} emails`} level={3}>
      <ul className={css['emails']}>
        {shown.map((id) => (
          <li key={id}>
            <Link href={`/emails/${id}`} className={css['email']}>
              <code>{id}</code>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < ids.length && (
        <div>
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {ids.length}
          </Button>
        </div>
      )}
    </Section>
  );
}

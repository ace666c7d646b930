// The latest emails, as they change.
import type { EmailItem } from '../../api/generated/types.ts';
import { ButtonLink } from '../../design/controls/button.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Time } from '../../design/text/time.tsx';
import { type Column, Rows } from '../../lists/rows.tsx';
import { EmailStatus } from '../emails/email-status.tsx';

const COLUMNS: readonly Column<EmailItem>[] = [
  { id: 'to', header: 'To', render: ({ to }) => <Recipients to={to} /> },
  { id: 'subject', header: 'Subject', render: ({ subject }) => subject },
  { id: 'status', header: 'Status', width: '140px', render: ({ status }) => <EmailStatus status={status} /> },
  {
    id: 'time',
    header: 'Time',
    width: '100px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

/** The section. */
export function LatestSection({ emails }: { emails: readonly EmailItem[] }) {
  return (
    <Section
      title="Latest emails"
      actions={
        <ButtonLink href="/emails" size="small">
          All emails
        </ButtonLink>
      }
    >
      <Rows label="Latest emails" columns={COLUMNS} rows={emails} hrefOf={({ id }) => `/emails/${id}`} />
    </Section>
  );
}

function Recipients({ to }: { to: readonly string[] }) {
  return to.length > 1 ? `${to[0]} and ${to.length - 1} more` : to[0];
}

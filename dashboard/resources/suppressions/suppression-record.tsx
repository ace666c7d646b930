// An entry of the suppression list: which address, why and since when, the email that caused it, and its removal.
import { Link } from 'wouter';
import type { Suppression } from '../../api/generated/types.ts';
import { Facts } from '../../design/layout/facts.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { SimpleRecord } from '../../records/simple-record.tsx';
import css from './suppressions.module.css';
import { CAUSES, ORIGINS } from './words.ts';

/** The record. */
export function SuppressionRecord({ id, listPath }: { id: string; listPath: string }) {
  return (
    <SimpleRecord
      id={id}
      read="getSuppression"
      what="suppression"
      listPath={listPath}
      title={({ email }) => email}
      mark={({ origin }) => <Status status={origin} label={ORIGINS[origin]} />}
      removal={{
        operation: 'deleteSuppression',
        label: 'Remove',
        title: () => 'Remove from the list?',
        lost: (entry) => <Lost entry={entry} />,
        confirmLabel: 'Remove address',
        done: () => 'Address removed.',
      }}
    >
      {(entry) => <Facts facts={factsOf(entry)} />}
    </SimpleRecord>
  );
}

function Lost({ entry: { email, origin } }: { entry: Suppression }) {
  return (
    <>
      <p>
        The next email to <strong>{email}</strong> will be sent. The reason for the suppression is deleted.
      </p>
      {origin !== 'manual' && (
        <p className={css['risk']}>
          {origin === 'bounce'
            ? 'If the mailbox still does not exist, the email bounces again and harms the reputation of your domain.'
            : 'Mail to people who reported it as spam harms the reputation of your domain.'}
        </p>
      )}
    </>
  );
}

function factsOf({ id, email, origin, source_id, smtp_reply, report, created_at }: Suppression) {
  return [
    ['Address', <Copyable key="address" text={email} label="the address" />],
    ['Why', CAUSES[origin]],
    ...(smtp_reply === null
      ? []
      : [
          [
            'Reply',
            <code key="reply" className={css['reply']}>
              {smtp_reply}
            </code>,
          ] as const,
        ]),
    ['Since', <Time key="since" at={created_at} />],
    ...(source_id === null
      ? []
      : [
          [
            'Cause',
            <Link key="cause" href={`/emails/${source_id}`}>
              Email that {origin === 'bounce' ? 'bounced' : 'was reported'}
            </Link>,
          ] as const,
        ]),
    ...(report === null
      ? []
      : [
          [
            'Report',
            <a key="report" href={report.download_url}>
              The returned message
            </a>,
          ] as const,
        ]),
    [
      'Emails',
      <Link key="emails" href={`/emails?to=${encodeURIComponent(email)}`}>
        Emails to this address
      </Link>,
    ],
    ['Id', <Copyable key="id" text={id} label="the id" isMono />],
  ] as const;
}

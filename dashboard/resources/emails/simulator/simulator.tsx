// The simulator in the dialog that sends an email: one press for each outcome that mail can have, and below it what
// happens to that mail, as a program sees it.
import { useState } from 'react';
import { Link } from 'wouter';
import {
  SIMULATOR_OUTCOMES,
  type SimulatorOutcome,
} from '../../../../shared/contract/emails/simulator-outcomes.ts';
import { SIMULATOR_DOMAIN } from '../../../api/base.ts';
import { newIdempotencyKey } from '../../../api/idempotency-key.ts';
import { useRefusal, useSession } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Code } from '../../../design/text/code.tsx';
import { useSendingDomain } from '../compose/use-sending-domain.ts';
import { simulatedMail, simulatorAddress, stepsOf } from './outcomes.ts';
import { SimulatedMail } from './simulated-mail.tsx';
import css from './simulator.module.css';

/** The event of an address that is new on the list of suppressions. */
const ONCE = 'suppression.added';

/** A press. Its key makes sure that trying again sends nothing twice. */
interface Press {
  outcome: SimulatorOutcome;
  key: string;
}

/** The simulator. */
export function Simulator() {
  const { domain, error, refetch } = useSendingDomain();
  if (error) return <FailureNote failure={error} onRetry={() => void refetch()} />;
  if (domain === undefined) return <Skeleton height={380} />;
  return (
    <Stack gap={4}>
      {domain === null ? (
        <Notice kind="warn" title="No domain can send yet">
          The simulator accepts mail only from a domain that can send.{' '}
          <Link href="/domains">Add a domain</Link>
        </Notice>
      ) : (
        <p className={css['about']}>
          Each button sends an email from <Code>hello@{domain}</Code> that never reaches a mail server. It
          triggers the same events and webhooks as real mail, and counts toward your quota.
        </p>
      )}
      <Outcomes domain={domain} />
    </Stack>
  );
}

function Outcomes({ domain }: { domain: string | null }) {
  const { person } = useSession();
  const [pressed, setPressed] = useState<Press>();
  const send = useChange('sendEmail');
  const role = useRefusal('sendEmail');
  const refusal = role ?? (domain === null ? 'Add a domain that can send first.' : undefined);
  const addressOf = (outcome: SimulatorOutcome) => simulatorAddress(outcome, person.email, SIMULATOR_DOMAIN);
  const press = (next: Press) => {
    const { outcome, key } = next;
    setPressed(next);
    const body = simulatedMail(outcome, `hello@${domain}`, addressOf(outcome));
    send.mutate({ body, headers: { 'Idempotency-Key': key } });
  };
  return (
    <>
      <fieldset className={css['buttons']}>
        <legend className="visually-hidden">Outcomes</legend>
        {SIMULATOR_OUTCOMES.map(({ id, label }) => (
          <Button
            key={id}
            isWide
            refusal={refusal}
            isBusy={send.isPending && pressed?.outcome === id}
            aria-describedby={`outcome-${id}`}
            onPress={() => !send.isPending && press({ outcome: id, key: newIdempotencyKey() })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <Meanings pressed={pressed?.outcome} />
      {send.error && pressed && <FailureNote failure={send.error} onRetry={() => press(pressed)} />}
      {send.data && pressed && (
        <SimulatedMail
          key={send.data.id}
          id={send.data.id}
          address={addressOf(pressed.outcome)}
          steps={stepsOf(pressed.outcome)}
        />
      )}
    </>
  );
}

/** The meaning of each outcome; after a press, the other meanings are only in the names of their buttons. */
function Meanings({ pressed }: { pressed: SimulatorOutcome | undefined }) {
  return (
    <dl className={css['meanings']}>
      {SIMULATOR_OUTCOMES.map(({ id, label, meaning, events }) => (
        <div key={id} className={css['meaning']} hidden={pressed !== undefined && pressed !== id}>
          <dt>{label}</dt>
          <dd id={`outcome-${id}`}>
            {meaning} Your program receives <Events names={events} />.
            {events.includes(ONCE) && ' The last event occurs only if the address was not suppressed before.'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Events({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && (index === names.length - 1 ? ' and ' : ', ')}
      <code className={css['event']}>{name}</code>
    </span>
  ));
}

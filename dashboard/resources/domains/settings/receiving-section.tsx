// Whether mail to a domain is received, what that needs, and where its mail goes now, which DNS is asked for by a press only.
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Domain } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useAsk } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Time } from '../../../design/text/time.tsx';
import { lastUse } from './last-use.ts';
import { mxVerdict, receivingWords } from './receiving-words.ts';
import { SettingSwitch } from './setting-switch.tsx';
import css from './settings.module.css';

/** The section. */
export function ReceivingSection({ domain }: { domain: Domain }) {
  return (
    <Section title="Receiving" description={receivingWords(domain)} level={3}>
      <Stack gap={4}>
        <SettingSwitch
          domain={domain}
          label="Receive mail"
          hint={`Receive mail to all addresses at ${domain.name}.`}
          isOn={domain.capabilities.receiving === 'enabled'}
          obstacle={lastUse(domain, 'receiving')}
          bodyOf={(isOn) => ({ capabilities: { receiving: isOn ? 'enabled' : 'disabled' } })}
          doneWords={(isOn) => (isOn ? 'Receiving is on. Publish its MX record.' : 'Receiving is off.')}
        />
        <MailExchanges domain={domain} />
      </Stack>
    </Section>
  );
}

function MailExchanges({ domain: { id } }: { domain: Domain }) {
  const { data, error, isAsking, askedAt, ask } = useAsk('checkDomainMx', { id });
  const refusal = useRefusal('checkDomainMx');
  const verdict = data && mxVerdict(data);
  return (
    <Stack gap={3}>
      <div>
        <Button icon={RefreshCw} isBusy={isAsking} refusal={refusal} onPress={() => void ask()}>
          {data ? 'Check again' : 'Check where mail goes now'}
        </Button>
      </div>
      {error && <FailureNote failure={error} />}
      {data && verdict && (
        <Notice kind={verdict.kind} title={verdict.text} role="status">
          {data.records.length > 0 && (
            <ul className={css['exchanges']}>
              {data.records.map(({ exchange, priority }) => (
                <li key={`${priority} ${exchange}`}>
                  <code>
                    {priority} {exchange}
                  </code>
                </li>
              ))}
            </ul>
          )}
          Checked <Time at={askedAt} />.
        </Notice>
      )}
    </Stack>
  );
}

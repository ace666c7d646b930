// The tab Rules of a domain: whether large mailbox providers would take its mail. DNS is asked for each answer, so it is asked
// for by a press and never without one.
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Domain, DomainCompliance } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useAsk } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Card } from '../../../design/layout/card.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import css from './rules.module.css';
import { providerNames, ruleBadge, rulesVerdict, ruleTitle, sortedRules } from './rules-words.ts';

/** The tab. */
export function RulesTab({ domain }: { domain: Domain }) {
  const input = { id: domain.id };
  const { data, error, isAsking, askedAt, ask } = useAsk('getDomainCompliance', input);
  const refusal = useRefusal('getDomainCompliance');
  return (
    <Section
      title="Mailbox provider rules"
      description="The check looks up DNS and takes a few seconds."
      level={3}
      actions={
        <Stack direction="row" gap={2} wrap>
          <CopyAs operation="getDomainCompliance" input={input} />
          <Button icon={RefreshCw} isBusy={isAsking} refusal={refusal} onPress={() => void ask()}>
            {data ? 'Check again' : 'Check rules'}
          </Button>
        </Stack>
      }
    >
      {error && <FailureNote failure={error} />}
      {data && <Rules compliance={data} askedAt={askedAt} />}
    </Section>
  );
}

function Rules({ compliance: { rules }, askedAt }: { compliance: DomainCompliance; askedAt: string }) {
  const { kind, text } = rulesVerdict(rules);
  return (
    <Stack gap={4}>
      <Notice kind={kind} role="status" title={text}>
        Checked <Time at={askedAt} />.
      </Notice>
      <Card padding="none">
        <ul className={css['rules']}>
          {sortedRules(rules).map((rule) => (
            <li key={rule.rule} className={css['rule']}>
              <div className={css['head']}>
                <strong className={css['title']}>{ruleTitle(rule.rule)}</strong>
                <Status {...ruleBadge(rule)} />
              </div>
              <p className={css['message']}>{rule.message}</p>
              <p className={css['providers']}>{providerNames(rule.providers)}</p>
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  );
}

// Whether the account is in the sandbox, and the way out: a request to the operator of the server, and what became of it.
import type { Account } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Amount } from '../../design/text/amount.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { ProductionAccessDialog } from './production-access-dialog.tsx';
import rows from './setting-rows.module.css';

const IN_SANDBOX =
  'The account can send to its members, to confirmed addresses and to the simulator. To send to everyone, request production access from the operator of this server.';

/** The state, with its act. */
export function ProductionAccess({ account }: { account: Account }) {
  const refusal = useRefusal('requestProductionAccess');
  // The request is in the URL, so that other pages can link to it.
  const [request, setRequest] = useDialogParameter('request');
  const { production_access: isGranted, production_access_request: latest } = account;
  const mayAsk = !isGranted && latest?.status !== 'pending';
  return (
    <Section title="Production access">
      <Card padding="none">
        <div className={rows['row']}>
          <div className={rows['words']}>
            <span className={rows['title']}>
              {isGranted ? (
                <Status status="granted" label="production" />
              ) : (
                <Status status="pending" label="sandbox" />
              )}
            </span>
            <span className={rows['soft']}>
              {isGranted ? 'This account can send to everyone.' : IN_SANDBOX}
            </span>
          </div>
          {mayAsk && (
            <Button variant="filled" refusal={refusal} onPress={() => setRequest('yes')}>
              Request production access
            </Button>
          )}
        </div>
        {latest && (
          <div className={rows['foot']}>
            <Stack gap={4}>
              <LatestRequest request={latest} />
            </Stack>
          </div>
        )}
      </Card>
      {mayAsk && request !== undefined && <ProductionAccessDialog onClose={() => setRequest(undefined)} />}
    </Section>
  );
}

type Request = NonNullable<Account['production_access_request']>;

function LatestRequest({ request }: { request: Request }) {
  const { status, reason, website, use_case, monthly_volume, created_at, decided_at } = request;
  return (
    <>
      {status === 'denied' && (
        <Notice kind="warn" title="The request was denied">
          {reason ?? 'The operator gave no reason.'} You can ask again.
        </Notice>
      )}
      <Facts
        facts={[
          ['Request', <Status key="status" status={status} />],
          ['Website', website],
          ['Use case', use_case],
          ['Emails per month', <Amount key="volume" value={monthly_volume} />],
          ['Asked', <Time key="asked" at={created_at} />],
          ['Decided', <Time key="decided" at={decided_at} empty="not yet" />],
        ]}
      />
    </>
  );
}

// A domain: its name and state, and a tab for each thing that one comes for, each with a path of its own. The tabs are
// loaded when they are opened.
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useLocation, useSearch } from 'wouter';
import type { Domain } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Tabs } from '../../design/controls/tabs.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { useKeys } from '../../design/keys/use-keys.ts';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { RecordPane, RecordState } from '../../records/record-pane.tsx';
import { hasClaimTab } from './claim/has-claim-tab.ts';
import { DomainHead } from './domain-head.tsx';
import css from './domains.module.css';
import { RecordsTab } from './records/records-tab.tsx';

const LIST_PATH = '/domains';
const RulesTab = loadedLater(() => import('./rules/rules-tab.tsx').then((it) => it.RulesTab));
const SettingsTab = loadedLater(() => import('./settings/settings-tab.tsx').then((it) => it.SettingsTab));
const ReputationTab = loadedLater(() =>
  import('./reputation/reputation-tab.tsx').then((it) => it.ReputationTab),
);
const ClaimTab = loadedLater(() => import('./claim/claim-tab.tsx').then((it) => it.ClaimTab));

const TABS = [
  { id: 'records', label: 'Records', Tab: RecordsTab },
  { id: 'rules', label: 'Rules', Tab: RulesTab.Component },
  { id: 'settings', label: 'Settings', Tab: SettingsTab.Component },
  { id: 'reputation', label: 'Reputation', Tab: ReputationTab.Component },
  { id: 'claim', label: 'Claim', Tab: ClaimTab.Component },
] as const;

/** The record. @param tab of the path; without one the records */
export function DomainRecord({ id, tab }: { id: string; tab: string | undefined }) {
  const read = useCall('getDomain', { id }, { isLive: true });
  return (
    <RecordState read={read} listPath={LIST_PATH} what="domain">
      {(domain) => <OpenDomain domain={domain} tab={tab} />}
    </RecordState>
  );
}

function OpenDomain({ domain, tab }: { domain: Domain; tab: string | undefined }) {
  const { id } = domain;
  const refusal = useRefusal('verifyDomain');
  const verify = useChange('verifyDomain');
  const press = () => {
    if (!verify.isPending) verify.mutate({ id });
  };
  useKeys({ v: refusal === undefined ? press : () => notify(refusal, { kind: 'bad' }) });
  return (
    <RecordPane
      title={<span className={css['title']}>{domain.name}</span>}
      mark={<Status status={domain.status} />}
      listPath={LIST_PATH}
      actions={
        <>
          <CopyAs operation="getDomain" input={{ id }} />
          <Button icon={RotateCw} refusal={refusal} isBusy={verify.isPending} onPress={press}>
            Verify now
          </Button>
        </>
      }
    >
      <DomainHead domain={domain} failure={verify.error} />
      <DomainTabs domain={domain} tab={tab} />
    </RecordPane>
  );
}

function DomainTabs({ domain, tab }: { domain: Domain; tab: string | undefined }) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { id, Tab } = TABS.find((each) => each.id === tab) ?? TABS[0];
  const shown = TABS.filter((each) => each.id !== 'claim' || tab === 'claim' || hasClaimTab(domain));
  const select = (chosen: string) => {
    const path = chosen === 'records' ? `${LIST_PATH}/${domain.id}` : `${LIST_PATH}/${domain.id}/${chosen}`;
    navigate(search ? `${path}?${search}` : path);
  };
  return (
    <Tabs label="Domain" tabs={shown} selected={id} onSelect={select}>
      <Tab domain={domain} />
    </Tabs>
  );
}

// Events: those that came, with what each has done, and the definitions of their payloads. Each is a list under a tab with
// a path of its own; one is sent from either (`?send=yes`, or the name of an event).
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { LinkTabs } from '../../design/controls/link-tabs.tsx';
import { loadedDialog } from '../../design/later/loaded-dialog.tsx';
import { useRecordParameter } from '../../records/use-record-parameter.ts';
import { DefinitionsList } from './definitions/definitions-list.tsx';
import { DEFINITIONS_PATH, RECEIVED_PATH } from './list.ts';
import { ReceivedList } from './received/received-list.tsx';

const SendEvent = loadedDialog(() => import('./send/send-event.tsx').then((it) => it.SendEvent));

const TABS = [
  { href: RECEIVED_PATH, label: 'Received' },
  { href: DEFINITIONS_PATH, label: 'Definitions' },
];

/** The page. */
export function EventsPage() {
  const { tab, id, runId } = useParams();
  const [send, setSend] = useRecordParameter('send');
  /** What the API said of events that this page has sent: no record has it. */
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const open = useOpenReceived();
  const isDefinitions = tab === 'definitions';
  const tabs = (
    <LinkTabs label="Events" tabs={TABS} selected={isDefinitions ? DEFINITIONS_PATH : RECEIVED_PATH} />
  );
  return (
    <>
      {isDefinitions ? (
        <DefinitionsList id={id} tabs={tabs} onSend={setSend} />
      ) : (
        <ReceivedList id={id} runId={runId} tabs={tabs} said={said} onSend={() => setSend('yes')} />
      )}
      <SendEvent
        isOpen={send !== undefined}
        eventName={send === 'yes' ? undefined : send}
        onClose={() => setSend(undefined)}
        onSent={({ id: sent, reason }) => {
          if (reason !== null) setSaid(new Map(said).set(sent, reason));
          open(sent);
        }}
      />
    </>
  );
}

/** Opens what was just sent. Filters might hide its row, so they end. */
function useOpenReceived(): (id: string) => void {
  const [, navigate] = useLocation();
  return (id) => navigate(`${RECEIVED_PATH}/${id}`);
}

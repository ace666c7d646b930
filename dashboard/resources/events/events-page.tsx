// Events: those that came, with what each has done, and the definitions of their payloads. Each is a list under a tab with
// a path of its own; one is sent from either (`?send=yes`, or `=` and the name of an event).
import { useParams } from 'wouter';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { DefinitionsList } from './definitions/definitions-list.tsx';
import { ReceivedList } from './received/received-list.tsx';

const SendEvent = loadedDialog(() => import('./send/send-event.tsx').then((it) => it.SendEvent));

/** The page. */
export function EventsPage() {
  const { tab, id, runId } = useParams();
  const [send, setSend] = useDialogParameter('send');
  return (
    <>
      {tab === 'definitions' ? (
        <DefinitionsList id={id} onSend={(name) => setSend(`=${name}`)} />
      ) : (
        <ReceivedList id={id} runId={runId} onSend={() => setSend('yes')} />
      )}
      <SendEvent
        isOpen={send !== undefined}
        eventName={send?.startsWith('=') ? send.slice(1) : undefined}
        onClose={() => setSend(undefined)}
      />
    </>
  );
}

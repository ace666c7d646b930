// A logged request: what it was, why it was refused, the emails that came of it, and both bodies.
import Terminal from 'lucide-react/icons/terminal';
import type { ReactNode } from 'react';
import { API_URL, BASE } from '../../api/base.ts';
import { copiedRequest } from '../../api/copy-as.ts';
import type { Log } from '../../api/generated/types.ts';
import { useCall } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { copyText } from '../../design/text/clipboard.ts';
import { Code } from '../../design/text/code.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Json } from '../../design/text/json.tsx';
import { Status } from '../../design/text/status.tsx';
import { TextWithCode } from '../../design/text/text-with-code.tsx';
import { Time } from '../../design/text/time.tsx';
import { duration } from '../../format/time.ts';
import { RecordPane, RecordState } from '../../records/record-pane.tsx';
import { errorOfLog } from './error-of-log.ts';
import { KeyOfLog } from './key-of-log.tsx';
import { LoggedEmails } from './logged-emails.tsx';
import { RequestLine } from './request-line.tsx';

const LIST_PATH = '/logs';

/** The record. A log never changes, so it is read once. */
export function LogRecord({ id }: { id: string }) {
  const read = useCall('getLog', { id });
  return (
    <RecordState read={read} listPath={LIST_PATH} what="log">
      {(log) => (
        <RecordPane
          title={<RequestLine method={log.method} endpoint={log.endpoint} />}
          mark={<Status status={String(log.response_status)} label={statusWords(log.response_status)} />}
          listPath={LIST_PATH}
          actions={
            <>
              <CopyRequest log={log} />
              <CopyAs operation="getLog" input={{ id }} />
            </>
          }
        >
          <WhyRefused log={log} />
          <LogFacts log={log} />
          <LoggedEmails log={log} />
          <Body
            title="Request body"
            value={log.request_body}
            none="No body was logged: it was empty, was not JSON, or the request was refused before the body was read."
          />
          <Body title="Response body" value={log.response_body} none="The response had no body." />
        </RecordPane>
      )}
    </RecordState>
  );
}

function CopyRequest({ log }: { log: Log }) {
  const { method, endpoint, request_body: body } = log;
  const copy = async () => {
    const text = copiedRequest(API_URL, { method, path: endpoint, body: body ?? undefined });
    const isCopied = await copyText(text);
    if (!isCopied) notify('Your browser does not allow this page to copy.', { kind: 'bad' });
    else if (/\[(?:redacted|cut)\]/.test(text)) notify('Copied. Fill in the values that the log omits.');
    else notify('Copied.');
  };
  return (
    <Button icon={Terminal} variant="quiet" onPress={() => void copy()}>
      Copy request as curl
    </Button>
  );
}

function WhyRefused({ log }: { log: Log }) {
  const error = errorOfLog(log);
  if (!error) return null;
  return (
    <Notice
      kind={log.response_status >= 500 ? 'bad' : 'warn'}
      title={<Code>{error.name}</Code>}
      action={
        <a href={`${BASE}/docs/errors/${error.name}`} target="_blank" rel="noreferrer">
          Cause and fix
        </a>
      }
    >
      <TextWithCode text={error.message} />
    </Notice>
  );
}

function LogFacts({ log }: { log: Log }) {
  return (
    <Facts
      facts={[
        ['Path', <Copyable key="path" text={log.endpoint} label="the path" isMono />],
        ['Time', <Time key="time" at={log.created_at} isExact />],
        ['Duration', duration(log.duration_ms)],
        ['API key', <KeyOfLog key="key" id={log.api_key_id} />],
        ...ignoredOf(log),
        ['User agent', log.user_agent ?? '–'],
        ['Request id', <Copyable key="request" text={log.request_id} label="the request id" isMono />],
        ['Log id', <Copyable key="log" text={log.id} label="the log id" isMono />],
      ]}
    />
  );
}

/** Only where there is something to say: most requests have no such parameter. */
function ignoredOf({ ignored_parameters: names }: Log): [string, ReactNode][] {
  return names.length === 0 ? [] : [['Ignored parameters', <Code key="ignored">{names.join(', ')}</Code>]];
}

function Body({ title, value, none }: { title: string; value: unknown; none: string }) {
  return (
    <Section title={title} level={3} description={value === null ? none : undefined}>
      {value === null ? null : <Json value={value} label={title} />}
    </Section>
  );
}

function statusWords(status: number): string {
  if (status === 499) return '499 client disconnected before the response';
  if (status >= 500) return `${status} failed`;
  return status >= 400 ? `${status} refused` : `${status} succeeded`;
}

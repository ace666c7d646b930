// The request logs: what programs asked with the keys of the account, and what they were answered.
import ScrollText from 'lucide-react/icons/scroll-text';
import { useParams } from 'wouter';
import { ERROR_STATUS } from '../../../shared/contract/errors.ts';
import { API_URL } from '../../api/base.ts';
import { copiedCurl } from '../../api/copy-as.ts';
import type { LogItem } from '../../api/generated/types.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import { LOGS } from './list.ts';
import { RequestLine } from './request-line.tsx';

const LogRecord = loadedLater(() => import('./log-record.tsx').then((it) => it.LogRecord));

const COLUMNS: readonly Column<LogItem>[] = [
  {
    id: 'request',
    header: 'Request',
    render: ({ method, endpoint }) => <RequestLine method={method} endpoint={endpoint} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '304px',
    render: ({ response_status, error_name }) => (
      <>
        <Status status={String(response_status)} /> {error_name !== null && <code>{error_name}</code>}
      </>
    ),
  },
  {
    id: 'user-agent',
    header: 'User agent',
    kind: 'extra',
    width: '18%',
    render: ({ user_agent }) => user_agent ?? '–',
  },
  {
    id: 'time',
    header: 'Time',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

/** docs/reference/logs.md#get-logs; the codes are those that people look for. */
const FILTERS: readonly FilterControl[] = [
  {
    kind: 'text',
    name: 'q',
    label: 'Search path, user agent, request id and error',
    placeholder: 'Path, error, request id',
  },
  { kind: 'text', name: 'endpoint', label: 'Exact path', placeholder: 'Exact path' },
  {
    kind: 'choice',
    name: 'method',
    label: 'Method',
    options: ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'].map((id) => ({ id, label: id })),
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { id: '2xx', label: '2xx succeeded' },
      { id: '4xx', label: '4xx refused' },
      { id: '5xx', label: '5xx failed' },
      { id: '401', label: '401 key lacks the permission' },
      { id: '404', label: '404 not found' },
      { id: '409', label: '409 conflict' },
      { id: '422', label: '422 invalid' },
      { id: '429', label: '429 over a limit' },
      { id: '499', label: '499 client disconnected' },
    ],
  },
  {
    kind: 'choice',
    name: 'error_name',
    label: 'Error',
    options: Object.keys(ERROR_STATUS)
      .toSorted()
      .map((id) => ({ id, label: id })),
  },
  { kind: 'period', name: 'since', label: 'Time' },
];

/** The page. */
export function LogsPage() {
  const { id } = useParams();
  useLoadWhenIdle(LogRecord.load);
  return (
    <ListPage
      title="Logs"
      description="Every request with an API key. Stored for 30 days, unless the operator chose another period."
      list={LOGS}
      path="/logs"
      columns={COLUMNS}
      filters={FILTERS}
      hrefOf={(log) => `/logs/${log.id}`}
      empty={<NoLogs />}
      record={id === undefined ? undefined : <LogRecord.Component key={id} id={id} />}
    />
  );
}

function NoLogs() {
  const curl = copiedCurl(API_URL, 'listDomains', {});
  return (
    <EmptyState icon={ScrollText} title="No requests yet" snippet={{ code: curl, label: 'a first request' }}>
      Requests from your programs appear here within moments, with the request and the response. Actions in
      this dashboard are in the audit log.
    </EmptyState>
  );
}
